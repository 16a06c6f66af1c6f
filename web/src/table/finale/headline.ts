// The outcome of a match, as the headline for one of its players or for somebody who watched. Pure.

import { namesListed } from '../../lobby/names';
import { m } from '../../paraglide/messages';
import { winnersText } from '../winners';

const MOST_NAMED = 3; // for whom a headline has room

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
    if (winners.length === 1) return { headline: m.you_win(), sentence: null };
    const others = winners.filter((seat) => seat !== you).map(name);
    if (winners.length > MOST_NAMED)
      return { headline: m.you_share_win(), sentence: winnersText(winners, name) };
    const names = namesListed([m.you_among(), ...others]);
    return { headline: m.you_share_with({ names }), sentence: null };
  }
  const result = winnersText(winners, name);
  return second === null
    ? { headline: result, sentence: null }
    : { headline: second, sentence: result };
}
