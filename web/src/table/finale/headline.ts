// The outcome of a match, as the headline for one of its players or for somebody who watched. Pure.

import { namesListed } from '../../lobby/names';
import { m } from '../../paraglide/messages';
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
  const isBots = isOfBot(winners, byBots);
  if (isBots && you === winners[0]) return { headline: m.end_bot_for_you(), sentence: null };
  if (you !== null && winners.includes(you)) {
    if (winners.length === 1) return { headline: m.you_win(), sentence: null };
    const others = winners.filter((seat) => seat !== you).map(name);
    if (winners.length > MOST_NAMED)
      return { headline: m.you_share_win(), sentence: winnersText(winners, name) };
    const names = namesListed([m.you_among(), ...others]);
    return { headline: m.you_share_with({ names }), sentence: null };
  }
  if (second !== null) return { headline: second, sentence: whoWon(winners, name, byBots) };
  const headline = isBots ? botWon(winners, name) : winnersText(winners, name);
  return { headline, sentence: null };
}

/** The same for all, as a sentence. */
export function whoWon(
  winners: readonly number[],
  name: (seat: number) => string,
  byBots: readonly number[],
): string {
  return isOfBot(winners, byBots) ? `${botWon(winners, name)}.` : winnersText(winners, name);
}

function botWon([winner = 0]: readonly number[], name: (seat: number) => string): string {
  return m.end_winner_bot({ name: name(winner) });
}

function isOfBot(winners: readonly number[], byBots: readonly number[]): boolean {
  return winners.length === 1 && byBots.includes(winners[0] ?? -1);
}

/** Whether the end is celebrated: one has won, or watches winners who played on themselves. */
export function isJoyOf(
  winners: readonly number[],
  you: number | null,
  byBots: readonly number[],
): boolean {
  return winners.some((seat) => (you === null || seat === you) && !byBots.includes(seat));
}
