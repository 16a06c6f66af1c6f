// What has just happened in a match of Ricochet, as a headline. Pure.

import type { Kind } from '../../app/moments.svelte';
import { m } from '../../paraglide/messages';
import type { Entry, Event } from '../../wire/generated/ricochet';
import { toldTo } from './ownStory';
import { shortened } from './prompts';
import { eventText } from './story';

export interface RoundHeadline {
  kind: Kind;
  isMine: boolean;
  text: string | null; // null: the title of the table says it
  more: string | null; // in a sentence
}

interface Listener {
  seat: number | null; // null watches
  name: (seat: number) => string;
}

type Outcome = Extract<Event, { type: 'TokenWon' | 'TokenReturned' | 'TokenMissed' }>;

/** How a round ended, the last one of which entries tell; null while the next one is on. */
export function lastOutcome(entries: readonly Entry[]): Outcome | null {
  for (const { events } of entries.toReversed())
    for (const event of events.toReversed()) {
      if (event.type === 'TokenTurned') return null;
      if (isOutcome(event)) return event;
    }
  return null;
}

export function outcomeHeadline(event: Outcome, { seat, name }: Listener): string {
  switch (event.type) {
    case 'TokenWon':
      return event.seat === seat
        ? m.mo_won_you({ count: event.moves })
        : m.mo_won({ name: shortened(name(event.seat)), count: event.moves });
    case 'TokenReturned':
      return m.mo_nobody();
    case 'TokenMissed':
      return m.mo_missed();
  }
}

/** The headline of what happened at once; null where there is none. */
export function headlineOf(events: readonly Event[], listener: Listener): RoundHeadline | null {
  const outcome = events.find(isOutcome);
  const failed = events.find((event) => event.type === 'ProofFailed');
  const next = events.find((event) => event.type === 'ProofBegan');
  const more = failed ? toldTo(listener.seat, failed, listener.name) : null;
  if (outcome) return ended(outcome, more, listener);
  if (next) return begun(next, more, listener);
  if (events.some(({ type }) => type === 'SolutionClaimed'))
    return { kind: 'turn', isMine: true, text: m.mo_turn_claim(), more };
  return null;
}

function isOutcome(event: Event): event is Outcome {
  const { type } = event;
  return type === 'TokenWon' || type === 'TokenReturned' || type === 'TokenMissed';
}

function ended(outcome: Outcome, more: string | null, listener: Listener): RoundHeadline {
  const isMine = outcome.type === 'TokenMissed' || isOwn(outcome, listener);
  if (outcome.type === 'TokenWon') return { kind: 'success', isMine, text: null, more: null };
  const isMissed = outcome.type === 'TokenMissed';
  if (more) {
    const failed = isMissed ? m.mo_failed_missed() : m.mo_failed_nobody();
    return { kind: 'failure', isMine, text: failed, more };
  }
  const text = outcomeHeadline(outcome, listener);
  const why = eventText(outcome, listener.name);
  return { kind: isMissed ? 'failure' : 'news', isMine, text, more: why };
}

/** Somebody’s proof begins, perhaps because that of another has failed. */
function begun(
  next: Extract<Event, { type: 'ProofBegan' }>,
  more: string | null,
  listener: Listener,
): RoundHeadline {
  const isMine = isOwn(next, listener);
  const name = shortened(listener.name(next.seat));
  if (more) {
    const text = isMine ? m.mo_failed_you() : m.mo_failed_next({ name });
    return { kind: isMine ? 'turn' : 'failure', isMine, text, more };
  }
  const count = next.moves;
  return isMine
    ? { kind: 'turn', isMine, text: m.mo_turn({ count }), more }
    : { kind: 'news', isMine, text: m.mo_shows({ name, count }), more };
}

function isOwn(event: Event, { seat }: Listener): boolean {
  return seat !== null && 'seat' in event && event.seat === seat;
}
