// What players say of the end of a match, and why it is over, in words: the same in every game.

import { m } from '../paraglide/messages';

type EndingEvent = {
  type: 'EndAgreed' | 'AbortAgreed' | 'PlayOnSaid' | 'Resigned';
};

export function endingEventText({ type }: EndingEvent, name: string): string {
  switch (type) {
    case 'EndAgreed':
      return m.told_end_match({ name });
    case 'AbortAgreed':
      return m.told_abort_match({ name });
    case 'PlayOnSaid':
      return m.told_play_on({ name });
    case 'Resigned':
      return m.told_resigned({ name });
  }
}

const ENDS: Readonly<Record<string, () => string>> = {
  'ended by agreement': m.ended_early,
  'ended while a player was away': m.ended_somebody_away,
  'aborted by agreement': m.ended_aborted,
  'all others have resigned': m.ended_others_resigned,
  resigned: m.ended_resigned,
};

/** Why players ended a match before its time; null if they did not. The server says it in
    English. */
export function endedText(because: string | null): string | null {
  return ENDS[because ?? '']?.() ?? null;
}
