// A match to be watched again, as a row of moments: pure, so that it can be tested without a page.
//
// The server has folded the log; it sends differences, which are put together here.

import { changed, type Change } from '../wire/changes';
import type { ReplayEntry } from '../wire/generated/table';

/** A moment to stop at: what is seen then, and what has just happened. */
export interface Moment<View, Event> {
  version: number;
  step: number; // which moment of its version, counted from 1
  isLast: boolean; // of its version
  at: number; // milliseconds since the match was opened
  view: View;
  events: readonly Event[]; // since the moment before
}

/** After which events of an entry a replay can stop; after the last one always. */
export type Stops<Event> = (events: readonly Event[]) => readonly boolean[];

/** The moments of some entries. Entries of which nothing was seen have none. */
export function moments<View, Event>(
  start: View,
  entries: readonly ReplayEntry[],
  stops: Stops<Event>,
): Moment<View, Event>[] {
  let view: unknown = start;
  return entries.flatMap(({ version, at, steps }) => {
    const seen = steps.flatMap(([event]) => (event === null ? [] : [event as Event]));
    const isStop = stops(seen);
    const made: Moment<View, Event>[] = [];
    let events: Event[] = [];
    let count = 0;
    for (const [place, [event, change]] of steps.entries()) {
      view = changed(view, change as Change);
      const isLast = place === steps.length - 1;
      if (event !== null) events.push(event as Event);
      const isHere = event !== null && isStop[count++];
      if (!isHere && !isLast) continue;
      made.push({ version, step: made.length + 1, isLast, at, view: view as View, events });
      events = [];
    }
    return made;
  });
}

/** Whether one goes on to the next moment without stopping at this one. */
export type Joined<View, Event> = (here: Moment<View, Event>, next: Moment<View, Event>) => boolean;

/** The nearest moment in that direction at which one stops. */
export function stepFrom<View, Event>(
  all: readonly Moment<View, Event>[],
  at: number,
  way: 1 | -1,
  isOne: Joined<View, Event>,
): number {
  let to = at + way;
  while (isPassed(all, to, isOne)) to += way;
  return Math.min(Math.max(0, to), all.length - 1);
}

/** What has happened since the last moment at which one stopped. */
export function sinceStop<View, Event>(
  all: readonly Moment<View, Event>[],
  at: number,
  isOne: Joined<View, Event>,
): readonly Event[] {
  let from = at;
  while (isPassed(all, from - 1, isOne)) from -= 1;
  return all.slice(from, at + 1).flatMap(({ events }) => events);
}

function isPassed<View, Event>(
  all: readonly Moment<View, Event>[],
  at: number,
  isOne: Joined<View, Event>,
): boolean {
  const [here, next] = [all[at], all[at + 1]];
  return here !== undefined && next !== undefined && isOne(here, next);
}

/** Which moment a link means: `12` is the end of version 12, `12.3` its third moment. */
export function momentAt(
  all: readonly Pick<Moment<unknown, unknown>, 'version' | 'step'>[],
  link: string,
): number {
  const [version = 0, step = Infinity] = link.split('.').map((part) => Number(part) || 0);
  const behind = all.findIndex(
    (one) => one.version > version || (one.version === version && one.step > step),
  );
  return Math.max(0, (behind < 0 ? all.length : behind) - 1);
}

export function linkTo({ version, step, isLast }: Moment<unknown, unknown>): string {
  return isLast ? String(version) : `${version}.${step}`;
}
