// What has just happened in a match of Ricochet, as a headline. Pure.

import type { Kind } from '../../app/moments.svelte';
import { m } from '../../paraglide/messages';
import type { Entry, Event, Round } from '../../wire/generated/ricochet';
import { shortened } from './prompts';
import { movesOf } from './statistics';

export interface RoundHeadline {
  kind: Kind;
  isMine: boolean;
  text: string | null; // null: what is asked beside the board says it
}

interface Listener {
  seat: number | null; // null watches
  name: (seat: number) => string;
}

type Outcome = Extract<Event, { type: 'TokenWon' | 'TokenReturned' | 'TokenMissed' }>;

/** How a round ended, without the details. */
export type RoundResult =
  | Pick<Extract<Outcome, { type: 'TokenWon' }>, 'type' | 'target' | 'seat' | 'moves'>
  | Pick<Exclude<Outcome, { type: 'TokenWon' }>, 'type' | 'target'>;

/** How a round ended, the last one of which entries tell; null while the next one is on. */
export function lastOutcome(entries: readonly Entry[]): Outcome | null {
  for (const { events } of entries.toReversed())
    for (const event of events.toReversed()) {
      if (event.type === 'TokenTurned') return null;
      if (isOutcome(event)) return event;
    }
  return null;
}

/** How a round ended that is looked at again. */
export function resultOf(round: Round, isSolo: boolean): RoundResult {
  const { target, winner } = round;
  if (winner !== null)
    return { type: 'TokenWon', target, seat: winner, moves: movesOf(round) ?? 0 };
  return { type: isSolo ? 'TokenMissed' : 'TokenReturned', target };
}

export function outcomeHeadline(event: RoundResult, { seat, name }: Listener): string {
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
  const hasFailed = events.some((event) => event.type === 'ProofFailed');
  const next = events.find((event) => event.type === 'ProofBegan');
  if (outcome) return ended(outcome, hasFailed, listener);
  if (next) return begun(next, hasFailed, listener);
  if (events.some(({ type }) => type === 'SolutionClaimed'))
    return { kind: 'turn', isMine: true, text: null };
  return null;
}

function isOutcome(event: Event): event is Outcome {
  const { type } = event;
  return type === 'TokenWon' || type === 'TokenReturned' || type === 'TokenMissed';
}

function ended(outcome: Outcome, hasFailed: boolean, listener: Listener): RoundHeadline {
  const isMissed = outcome.type === 'TokenMissed';
  const isMine = isMissed || isOwn(outcome, listener);
  if (outcome.type === 'TokenWon') return { kind: 'success', isMine, text: null };
  return { kind: hasFailed || isMissed ? 'failure' : 'news', isMine, text: null };
}

/** Somebody’s proof begins, perhaps because that of another has failed. */
function begun(
  next: Extract<Event, { type: 'ProofBegan' }>,
  hasFailed: boolean,
  listener: Listener,
): RoundHeadline {
  const isMine = isOwn(next, listener);
  if (isMine)
    return { kind: 'turn', isMine, text: hasFailed ? m.mo_failed_you() : m.df_your_turn() };
  const name = shortened(listener.name(next.seat));
  return hasFailed
    ? { kind: 'failure', isMine, text: m.mo_failed_next({ name }) }
    : { kind: 'news', isMine, text: null };
}

function isOwn(event: Event, { seat }: Listener): boolean {
  return seat !== null && 'seat' in event && event.seat === seat;
}
