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

/** Of a seat whose win another has claimed: it did not resign by itself. Null for all else. */
export function concededText(
  { conceded }: Pick<Table, 'conceded'>,
  event: unknown,
  you: number | null,
  name: (seat: number) => string,
): string | null {
  const { type, seat } = event as { type: string; seat?: number };
  if (type !== 'Resigned' || seat === undefined || !conceded.includes(seat)) return null;
  return seat === you ? m.told_conceded_you() : m.told_resigned({ name: name(seat) });
}
