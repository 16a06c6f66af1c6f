// What happened while somebody was away. Pure.

interface Entry<E> {
  version: number;
  events: readonly E[];
}

/** What happened behind a version, up to another one, of what is known. */
export function eventsBetween<E>(
  entries: readonly Entry<E>[],
  span: readonly [number, number] | null,
): readonly E[] {
  const [from, to] = span ?? [0, 0];
  return entries
    .filter(({ version }) => from < version && version <= to)
    .flatMap(({ events }) => events);
}
