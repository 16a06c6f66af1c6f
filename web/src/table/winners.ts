// The outcome of a match in words.

import { namesListed } from '../lobby/names';
import { m } from '../paraglide/messages';

export function winnersText(seats: readonly number[], name: (seat: number) => string): string {
  if (!seats.length) return m.end_nobody();
  return seats.length === 1
    ? m.end_winner({ name: name(seats[0] ?? 0) })
    : m.end_winners({ names: namesListed(seats.map(name)) });
}

/** The outcome for the title of the tab. */
export function winnersTitle(
  seats: readonly number[],
  you: number | null,
  name: (seat: number) => string,
): string {
  return you !== null && seats.includes(you) ? m.title_win() : winnersText(seats, name);
}
