// Which programs bots have written for people who were away. Pure.

import { isAwayAt, type Away } from '../../table/absences';
import type { TimedEntry } from '../../table/entries';
import type { Event } from '../../wire/generated/rally';

export interface Programmed {
  turn: number;
  version: number;
  at: number;
  isByChance: boolean; // the time was up
}

/** The programs of a seat, as far as the entries tell. */
export function programsOf(seat: number, entries: readonly TimedEntry<Event>[]): Programmed[] {
  const found: Programmed[] = [];
  let turn = entries[0]?.version === 1 ? 1 : 0; // of the first one there is no event
  for (const { version, at, events } of entries) {
    const isByChance = events.some((one) => one.type === 'TimeRanOut' && one.seats.includes(seat));
    for (const event of events) {
      if (event.type === 'TurnBegan') turn = event.turn;
      if (event.type === 'ProgramReady' && event.seat === seat && turn)
        found.push({ turn, version, at, isByChance });
    }
  }
  return found;
}

/** The last program of a seat up to a moment, if a bot has written it. */
export function programOfBot(
  seat: number,
  entries: readonly TimedEntry<Event>[],
  away: readonly Away[],
  until = Infinity,
): Programmed | null {
  const last = programsOf(seat, entries).findLast(({ at }) => at <= until);
  return last && !last.isByChance && isAwayAt(away, seat, last.at) ? last : null;
}

/** The seats of which bots have written a program for somebody. */
export function stoodIn(entries: readonly TimedEntry<Event>[], away: readonly Away[]): number[] {
  const seats = [...new Set(away.map(({ seat }) => seat))];
  return seats.filter((seat) =>
    programsOf(seat, entries).some(({ at, isByChance }) => !isByChance && isAwayAt(away, seat, at)),
  );
}
