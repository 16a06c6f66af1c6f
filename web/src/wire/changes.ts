// What changed from one value to the next, as the server sends it. The page knows no rules: it only
// puts changes together.

/**
 * Nothing (null), another value ([value]), changes inside, by name or index, or another part of a
 * list ([from, how many, items instead of them]).
 */
export type Change =
  null | [unknown] | [number, number, readonly unknown[]] | { [place: string]: Change };

/** A value with a change made. What stays the same is the same object as before. */
export function changed(value: unknown, change: Change): unknown {
  if (change === null) return value;
  if (Array.isArray(change)) return change.length === 1 ? change[0] : withPart(value, change);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.map((item, at) => changed(item, change[at] ?? null));
  }
  const fields = value as Record<string, unknown>;
  const now = { ...fields };
  for (const [name, inside] of Object.entries(change)) now[name] = changed(fields[name], inside);
  return now;
}

function withPart(
  value: unknown,
  [from, count, items]: readonly [number, number, readonly unknown[]],
): unknown[] {
  const before = value as readonly unknown[];
  return [...before.slice(0, from), ...items, ...before.slice(from + count)];
}
