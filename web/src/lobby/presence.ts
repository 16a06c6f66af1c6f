// Who is at a table now. Pure.

import type { Presence, Table } from '../wire/generated/table';

/** How many people watch without a chair. */
export function watchers(table: Table, presence: Presence | null): number {
  const owners = new Set(table.chairs.map(({ owner }) => owner?.id));
  const others = presence?.guests.filter((guest) => !owners.has(guest)) ?? [];
  return others.length + (presence?.nameless ?? 0);
}

/** How many people look on at a match: also those who have a chair and don't play, or not any more. */
export function onlookers(
  table: Table,
  presence: Presence | null,
  resigned: readonly number[],
): number {
  const playing = new Set(
    table.is_playing
      ? table.seats.flatMap((chair, seat) =>
          resigned.includes(seat) ? [] : (table.chairs[chair]?.owner?.id ?? []),
        )
      : table.chairs.flatMap(({ owner }) => owner?.id ?? []),
  );
  const others = presence?.guests.filter((guest) => !playing.has(guest)) ?? [];
  return others.length + (presence?.nameless ?? 0);
}

/** Whether the person who plays a seat is not at the table. */
export function isAway(table: Table, presence: Presence | null, seat: number): boolean {
  const owner = table.chairs[table.seats[seat] ?? -1]?.owner;
  return owner !== null && owner !== undefined && !presence?.guests.includes(owner.id);
}
