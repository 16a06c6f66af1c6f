// The outcome of a match, as the headline for one of its players or for somebody who watched. Pure.

import { m } from '../../paraglide/messages';
import { winnersText } from '../winners';

interface Told {
  headline: string;
  sentence: string | null; // who won, where the headline does not say it
}

/** `second`: what a game says to whoever came second; null if it has no words for that. */
export function endHeadline(
  winners: readonly number[],
  you: number | null,
  name: (seat: number) => string,
  second: string | null,
): Told {
  if (you !== null && winners.includes(you)) {
    const headline = winners.length === 1 ? m.you_win() : m.you_share_win();
    return { headline, sentence: winners.length === 1 ? null : winnersText(winners, name) };
  }
  const result = winnersText(winners, name);
  return second === null
    ? { headline: result, sentence: null }
    : { headline: second, sentence: result };
}
