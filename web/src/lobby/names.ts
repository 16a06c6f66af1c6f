// Who is who at a table.

import { m } from '../paraglide/messages';
import type { Chair, Table } from '../wire/generated/table';

export function chairName(chair: Chair | undefined): string {
  if (chair?.owner && chair.bot) return m.bot_name({ bot: chair.owner.name }); // plays for them
  if (chair?.owner) return chair.owner.name;
  return chair?.bot ? m.bot_name({ bot: chair.bot }) : m.nobody();
}

/** The name of who plays a seat of the match. */
export function seatName(table: Table, seat: number): string {
  return chairName(table.chairs[table.seats[seat] ?? -1]);
}
