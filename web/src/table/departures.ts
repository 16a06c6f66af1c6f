// Who has left a match that goes on. No entry of the match tells it: the log does, where this page
// has learned of it. Pure.

import { botAt, seatName } from '../lobby/names';
import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';
import type { Line } from './entries';

export interface Departure {
  seat: number;
  after: number; // the version of the match
  text: string;
}

/** Those who are gone by now; those of whom it was known keep their place in the log. */
export function departed(known: readonly Departure[], table: Table, after: number): Departure[] {
  if (!table.is_playing) return [...known];
  return table.people
    .filter((seat) => !table.chairs[table.seats[seat] ?? -1]?.owner)
    .map((seat) => ({
      seat,
      after: known.find((one) => one.seat === seat)?.after ?? after,
      text: textOf(table, seat), // a bot may come later
    }));
}

function textOf(table: Table, seat: number): string {
  const name = seatName(table, seat);
  const said = table.voted_away.includes(seat) ? m.told_resigned({ name }) : m.has_left({ name });
  return botAt(table, seat) === null ? said : `${said} ${m.missing_bot_plays()}`;
}

/** The log with them in it. */
export function withDepartures(story: readonly Line[], departures: readonly Departure[]): Line[] {
  const lines = [...story];
  for (const { seat, after, text } of departures) {
    const at = lines.findLastIndex(({ key }) => parseInt(key) <= after);
    lines.splice(at + 1, 0, { key: `${after} left ${seat}`, text });
  }
  return lines;
}
