// Those whose win somebody claimed because they were gone, in words. Pure.

import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';

/** Why somebody is out of the match, beside their name. */
export function outTag(conceded: readonly number[], seat: number): string {
  return conceded.includes(seat) ? m.was_away_tag() : m.resigned_tag();
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
