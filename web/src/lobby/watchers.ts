// Who watches a table; apart from who is there, which every game asks. Pure.

import type { Presence, Table } from '../wire/generated/table';

/** How many other people look on: without a chair, or with one but not, or not any more, in the match.
 *  `you` is null without a name. */
export function watchers(
  table: Table,
  presence: Presence | null,
  you: string | null,
  resigned: readonly number[] = [],
): number {
  const taking = takingPart(table, resigned);
  const others = presence?.guests.filter((guest) => guest !== you && !taking.has(guest)) ?? [];
  const nameless = (presence?.nameless ?? 0) - (you === null ? 1 : 0);
  return others.length + Math.max(0, nameless);
}

/** Whether you look on yourself. */
export function isWatching(table: Table, you: string | null, resigned: readonly number[]): boolean {
  return you === null || !takingPart(table, resigned).has(you);
}

/** Who plays, or will from the next match on. */
function takingPart(table: Table, resigned: readonly number[]): ReadonlySet<string> {
  const chairs = table.is_playing
    ? table.seats.filter((_, seat) => !resigned.includes(seat)).map((chair) => table.chairs[chair])
    : table.chairs;
  return new Set(chairs.flatMap((chair) => chair?.owner?.id ?? []));
}
