// What happened at a seat while its player was away. Pure.

import { m } from '../../paraglide/messages';
import { namesListed } from '../../lobby/names';
import { isAwayAt, type Away } from '../../table/absences';
import type { TimedEntry } from '../../table/entries';
import type { Event } from '../../wire/generated/rally';

interface Programmed {
  turn: number;
  version: number;
  at: number;
  isByChance: boolean; // the time was up
}

/** The programs of a seat, as far as the entries tell. */
function programsOf(seat: number, entries: readonly TimedEntry<Event>[]): Programmed[] {
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

/** Whether a bot has written the program of a turn. */
export function isByBot(
  seat: number,
  turn: number,
  entries: readonly TimedEntry<Event>[],
  away: readonly Away[],
): boolean {
  const last = programsOf(seat, entries).at(-1);
  return last?.turn === turn && !last.isByChance && isAwayAt(away, seat, last.at);
}

/** The seats of which bots have written a program for somebody. */
export function stoodIn(entries: readonly TimedEntry<Event>[], away: readonly Away[]): number[] {
  const seats = [...new Set(away.map(({ seat }) => seat))];
  return seats.filter((seat) =>
    programsOf(seat, entries).some(({ at, isByChance }) => !isByChance && isAwayAt(away, seat, at)),
  );
}

interface Missing {
  seat: number;
  span: readonly [number, number] | null; // after the first version, up to the second one
  away: readonly Away[];
  isPassed: boolean; // nobody plays for those who are away
  told?: number | null; // a turn whose program is told of elsewhere
}

/** What its player is told: who programmed which turns, the flags and the deaths of its robot. */
export function missedBy(
  { seat, span, away, isPassed, told: known = null }: Missing,
  entries: readonly TimedEntry<Event>[],
  textOf: (event: Event) => string | null,
): string[] {
  const [from, to] = span ?? [0, 0];
  const isMissed = ({ version }: { version: number }) => from < version && version <= to;
  const programs = programsOf(seat, entries).filter((one) => isMissed(one) && one.turn !== known);
  const told = (some: readonly Programmed[], say: typeof m.ra_missed_bot): string[] =>
    some.length
      ? [say({ count: some.length, turns: namesListed(some.map(({ turn }) => String(turn))) })]
      : [];
  return [
    ...told(
      programs.filter(({ at, isByChance }) => !isByChance && isAwayAt(away, seat, at)),
      isPassed ? m.ra_missed_nobody : m.ra_missed_bot,
    ),
    ...told(
      programs.filter(({ isByChance }) => isByChance),
      m.ra_missed_chance,
    ),
    ...entries
      .filter(isMissed)
      .flatMap(({ events }) => events)
      .filter((one) => (one.type === 'FlagTouched' || one.type === 'Died') && one.robot === seat)
      .flatMap((event) => textOf(event) ?? []),
  ];
}
