// Whose win somebody claimed because the others were gone, in words. Pure.

import { namesListed, seatName } from '../lobby/names';
import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';

/** Why somebody is out of the match, beside their name. */
export function outTag(conceded: readonly number[], seat: number): string {
  return conceded.includes(seat) ? m.was_away_tag() : m.resigned_tag();
}

/** Null where nobody claimed anything. */
export function claimedText(
  table: Table,
  winners: readonly number[],
  you: number | null,
): string | null {
  const [winner] = winners;
  if (!table.conceded.length || winner === undefined) return null;
  const name = seatName(table, winner);
  if (you !== null && table.conceded.includes(you)) return m.claimed_from_you({ winner: name });
  const names = namesListed(table.conceded.map((seat) => seatName(table, seat)));
  return you === winner ? m.claimed_by_you({ names }) : m.claimed_by({ names, winner: name });
}
