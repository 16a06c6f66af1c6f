// What a player has missed who was away. Pure.

import { m } from '../../paraglide/messages';
import { namesListed } from '../../lobby/names';
import { isAwayAt, type Away } from '../../table/absences';
import type { TimedEntry } from '../../table/entries';
import type { Event } from '../../wire/generated/rally';
import { programsOf, type Programmed } from './ownEvents';

interface Missing {
  seat: number;
  span: readonly [number, number] | null; // after the first version, up to the second one
  away: readonly Away[];
  isPassed: boolean; // nobody plays for those who are away
}

/** What its player is told: who programmed which turns, the flags and the deaths of its robot. */
export function missedBy(
  { seat, span, away, isPassed }: Missing,
  entries: readonly TimedEntry<Event>[],
  textOf: (event: Event) => string | null,
): string[] {
  const [from, to] = span ?? [0, 0];
  const isMissed = ({ version }: { version: number }) => from < version && version <= to;
  const programs = programsOf(seat, entries).filter(isMissed);
  const begun = entries.flatMap(({ version, events }) =>
    events.flatMap((one) => (one.type === 'TurnBegan' && version <= to ? [one.turn] : [])),
  );
  const isOn = (turn: number) => turn === (begun.at(-1) ?? 1);
  const told = (some: readonly Programmed[], say: typeof m.ra_missed_bot): string[] =>
    some.length
      ? [say({ count: some.length, turns: namesListed(some.map(({ turn }) => String(turn))) })]
      : [];
  return [
    ...told(
      // The prompt tells who programmed the turn into which they come back.
      programs.filter(
        ({ turn, at, isByChance }) =>
          !isByChance && isAwayAt(away, seat, at) && (isPassed || !isOn(turn)),
      ),
      isPassed ? m.ra_missed_nobody : m.ra_missed_bot,
    ),
    ...told(
      programs.filter(({ isByChance }) => isByChance),
      m.ra_missed_chance,
    ),
    ...happened(seat, entries, isMissed, textOf),
  ];
}

/** What its robot met with, each with its turn. */
function happened(
  seat: number,
  entries: readonly TimedEntry<Event>[],
  isMissed: (entry: { version: number }) => boolean,
  textOf: (event: Event) => string | null,
): string[] {
  let turn = 1;
  const found: string[] = [];
  for (const { version, events } of entries)
    for (const event of events) {
      if (event.type === 'TurnBegan') turn = event.turn;
      const isOwn = (event.type === 'FlagTouched' || event.type === 'Died') && event.robot === seat;
      const text = isOwn && isMissed({ version }) ? textOf(event) : null;
      if (text) found.push(`${m.ra_turn({ turn })}: ${text}`);
    }
  return found;
}
