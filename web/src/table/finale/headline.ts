// The outcome of a match, as the headline for one of its players or for somebody who watched. Pure.

import { namesListed } from '../../lobby/names';
import { m } from '../../paraglide/messages';
import type { Table } from '../../wire/generated/table';
import { winnersText } from '../winners';

const MOST_NAMED = 3; // for whom a headline has room

interface Told {
  headline: string;
  sentence: string | null; // who won, where the headline does not say it
}

/** `second`: what a game says to whoever came second; null if it has no words for that.
    `byBots`: the seats that bots played to the end for whoever began there. */
export function endHeadline(
  winners: readonly number[],
  you: number | null,
  name: (seat: number) => string,
  second: string | null,
  byBots: readonly number[],
): Told {
  const [winner = -1, ...more] = winners;
  const isBots = !more.length && byBots.includes(winner);
  if (isBots && winner === you) return { headline: m.end_bot_for_you(), sentence: null };
  if (you !== null && winners.includes(you)) {
    if (winners.length === 1) return { headline: m.you_win(), sentence: null };
    const others = winners.filter((seat) => seat !== you).map(name);
    if (winners.length > MOST_NAMED)
      return { headline: m.you_share_win(), sentence: winnersText(winners, name) };
    const names = namesListed([m.you_among(), ...others]);
    return { headline: m.you_share_with({ names }), sentence: null };
  }
  const result = isBots ? m.end_winner_bot({ name: name(winner) }) : winnersText(winners, name);
  return second === null
    ? { headline: result, sentence: null }
    : { headline: second, sentence: result };
}

/** Whether the end is celebrated: one has won, or watches winners who played on themselves. */
export function isJoyOf(
  winners: readonly number[],
  you: number | null,
  byBots: readonly number[],
): boolean {
  return winners.some((seat) => (you === null || seat === you) && !byBots.includes(seat));
}

/** The seats that bots have played to the end, for people who were gone. */
export function playedToTheEnd({ absences, terms }: Pick<Table, 'absences' | 'terms'>): number[] {
  if (terms.absent === 'pass') return [];
  return absences.filter(({ until }) => until === null).map(({ seat }) => seat);
}
