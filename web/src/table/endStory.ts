// What players say of the end of a match, and why it is over, in words: the same in every game.

import { namesListed } from '../lobby/names';
import { m } from '../paraglide/messages';
import type { Versioned } from './entries';

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

type Voice = EndingEvent & { seat: number };

const VOICES: ReadonlySet<unknown> = new Set<EndingEvent['type']>([
  'EndAgreed',
  'AbortAgreed',
  'PlayOnSaid',
  'OfferDeclined',
  'Resigned',
]);

function isVoice(event: unknown): event is Voice {
  return VOICES.has((event as { type: string }).type);
}

/** What a seat is told at once of the others, of what happened together: the log may still wait for
    its film. Of who offers something the offer itself tells. */
export function endNews(
  events: readonly unknown[],
  seat: number | null,
  name: (seat: number) => string,
): string | null {
  const news = events.filter(isVoice).at(-1);
  if (!news || news.seat === seat) return null;
  if (news.type === 'OfferDeclined') return m.told_decline({ name: name(news.seat) });
  if (news.type !== 'Resigned') return null;
  return isDeclined(events)
    ? m.has_resigned_offer({ name: name(news.seat) })
    : m.has_resigned({ name: name(news.seat) });
}

function isDeclined(events: readonly unknown[]): boolean {
  return events.some((event) => isVoice(event) && event.type === 'OfferDeclined');
}

/** Whoever resigns, or offers something else, need not be told to decline. */
export function isUnsaid(event: unknown, coming: readonly unknown[]): boolean {
  return isDeclined([event]) && coming.some(isVoice);
}

/** What players say for an end: an offer, one instead of another, or that they agree to it. */
type Reply = 'offered' | 'instead' | 'agreed';
export type Replies = ReadonlyMap<unknown, Reply>;

export function repliesIn(entries: readonly Versioned[]): Replies {
  const found = new Map<unknown, Reply>();
  let voices: readonly Voice[] = []; // for what is offered
  for (const { events } of entries)
    for (const voice of events.filter(isVoice)) {
      if (voice.type === 'EndAgreed' || voice.type === 'AbortAgreed') {
        const isAgreed = voices.some(({ type }) => type === voice.type);
        found.set(voice, isAgreed ? 'agreed' : isDeclined(events) ? 'instead' : 'offered');
        voices = [...(isAgreed ? voices : []), voice];
      } else {
        const isOff = voice.type === 'OfferDeclined';
        voices = isOff ? [] : voices.filter(({ seat }) => seat !== voice.seat);
      }
    }
  return found;
}

/** Whether the offer that stands took the place of another one. */
export function isCounterOffer(replies: Replies): boolean {
  return [...replies.values()].findLast((reply) => reply !== 'agreed') === 'instead';
}

/** A reply in words, without any where a bot follows the people; null for any other event. */
export function replyText(
  event: unknown,
  replies: Replies,
  you: number | null,
  nameOf: (seat: number) => string,
  byBot: (seat: number) => boolean, // then
): string | null {
  const reply = replies.get(event);
  if (!reply || reply === 'offered') return null;
  const { seat, type } = event as Voice;
  const name = nameOf(seat);
  if (reply === 'agreed') {
    if (byBot(seat)) return '';
    return seat === you ? m.told_agree_you() : m.told_agree({ name });
  }
  if (seat === you) return null;
  return type === 'EndAgreed' ? m.end_match_rather({ name }) : m.abort_rather({ name });
}

const ENDS: Readonly<Record<string, (resigned: readonly string[]) => string>> = {
  'ended by agreement': () => m.ended_agreed(),
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
