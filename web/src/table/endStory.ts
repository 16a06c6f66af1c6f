// What players say of the end of a match, and why it is over, in words: the same in every game.

import { namesListed } from '../lobby/names';
import { m } from '../paraglide/messages';

type EndingEvent = {
  type: 'EndAgreed' | 'AbortAgreed' | 'PlayOnSaid' | 'OfferDeclined' | 'Resigned';
};

/** `name` is null to whoever said it. */
export function endingEventText({ type }: EndingEvent, name: string | null): string {
  switch (type) {
    case 'EndAgreed':
      return name === null ? m.told_end_match_you() : m.told_end_match({ name });
    case 'AbortAgreed':
      return name === null ? m.told_abort_match_you() : m.told_abort_match({ name });
    case 'PlayOnSaid':
      return name === null ? m.told_play_on_you() : m.told_play_on({ name });
    case 'OfferDeclined':
      return name === null ? m.told_decline_you() : m.told_decline({ name });
    case 'Resigned':
      return name === null ? m.ended_resigned() : m.has_resigned({ name });
  }
}

interface EndNews {
  type: 'OfferDeclined' | 'Resigned';
  seat: number;
}

function isNews(event: unknown): event is EndNews {
  const { type } = event as { type: string };
  return type === 'OfferDeclined' || type === 'Resigned';
}

/** What a seat is told at once of the others, of what happened together: the log may still wait for
    its film. Whoever resigns needs not to be told to decline. */
export function endNews(
  events: readonly unknown[],
  seat: number | null,
  name: (seat: number) => string,
): string | null {
  const news = events.findLast(isNews);
  return news && news.seat !== seat ? endingEventText(news, name(news.seat)) : null;
}

const ENDS: Readonly<Record<string, (resigned: readonly string[]) => string>> = {
  'ended by agreement': () => m.ended_early(),
  'ended while a player was away': () => m.ended_somebody_away(),
  'aborted by agreement': () => m.ended_aborted(),
  'all others have resigned': outText,
  resigned: () => m.ended_resigned(),
};

/** Why players ended a match before its time; null if they did not. The server says it in English.
    `resigned` names those of whom the reader doesn't know it yet: without them it may be empty. */
export function endedText(because: string | null, resigned: readonly string[]): string | null {
  return ENDS[because ?? '']?.(resigned) ?? null;
}

function outText(resigned: readonly string[]): string {
  const [name, ...others] = resigned;
  if (name === undefined) return '';
  return others.length
    ? m.told_resigned_all({ names: namesListed(resigned) })
    : m.told_resigned({ name });
}
