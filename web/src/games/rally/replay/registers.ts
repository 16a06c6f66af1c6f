// Where the registers of a turn are in a match. Pure.

import type { Moment } from '../../../playback/replay';
import type { Event, State } from '../../../wire/generated/rally';

type Moments = readonly Moment<State, Event>[];

/** The moment with which each register of the turn that is shown begins. */
export function firstMoments(all: Moments, shown: number): ReadonlyMap<number, number> {
  const turn = all[shown]?.view.turn;
  return new Map(
    all.flatMap(({ view, events }, at) =>
      view.turn === turn ? revealed(events).map((register) => [register, at] as const) : [],
    ),
  );
}

/** The last time that cards were turned up. */
export function lastRevealed(all: Moments): Moment<State, Event> | undefined {
  return all.findLast(({ events }) => revealed(events).length);
}

/** The turn of the registers that were played last: the next one may have begun. */
export function turnPlayed(all: Moments, shown: number): number | undefined {
  return lastRevealed(all.slice(0, shown + 1))?.view.turn;
}

function revealed(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.type === 'RegisterRevealed' ? [event.register] : []));
}
