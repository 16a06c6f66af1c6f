// Why somebody plays a match no more: they left, resigned, or were gone and a win was claimed. Pure.

import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';

type Began = Pick<Table, 'people' | 'seats' | 'chairs' | 'voted_away'>;

/** Why somebody is out of the match, beside their name. */
export function outTag(conceded: readonly number[], seat: number): string {
  return conceded.includes(seat) ? m.was_away_tag() : m.resigned_tag();
}

/** How somebody who began the match has left it, beside their name; null of those who have not. */
export function goneTag({ people, seats, chairs, voted_away }: Began, seat: number): string | null {
  if (!people.includes(seat) || chairs[seats[seat] ?? -1]?.owner) return null;
  return voted_away.includes(seat) ? m.voted_tag() : m.left_tag();
}

/** The claim, where it made a seat resign: told once of all, before the end; '' for the others. Null
    for all else. */
export function concededText(
  { conceded }: Pick<Table, 'conceded'>,
  event: unknown,
  claimed: () => string | null | undefined,
): string | null {
  const { type, seat } = event as { type: string; seat: number };
  if (type !== 'Resigned' || !conceded.includes(seat)) return null;
  return (seat === conceded[0] && claimed()) || '';
}
