// Who is at a table now. Pure.

import type { Presence, Table } from '../wire/generated/table';

/** Whether the person who plays a seat is not at the table. */
export function isAway(table: Table, presence: Presence | null, seat: number): boolean {
  const owner = table.chairs[table.seats[seat] ?? -1]?.owner;
  return owner !== null && owner !== undefined && !presence?.guests.includes(owner.id);
}
