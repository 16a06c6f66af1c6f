// Which of the settings that have a name are meant. Pure.

/** The name of the settings that are the same as these; null for those of one's own. */
export function presetLike(
  presets: Readonly<Record<string, object>>,
  agreed: object,
): string | null {
  const wanted = inOrder(agreed);
  return Object.keys(presets).find((name) => inOrder(presets[name] ?? {}) === wanted) ?? null;
}

function inOrder(settings: object): string {
  return JSON.stringify(settings, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
}
