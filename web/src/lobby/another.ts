// Where somebody who plays a match no more can play next: here, or at another table like this.

import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';
import { PASSED_OVER } from './names';
import { openTable } from './opening';
import { isRemoved } from './people';

/** The bots that were seated, not those that only play for people who are gone. */
export function ownBots({ chairs, seats, people }: Table): string[] {
  const ofPeople = new Set(people.map((seat) => seats[seat]));
  return chairs
    .flatMap(({ bot }, chair) => (bot && bot !== PASSED_OVER && !ofPeople.has(chair) ? [bot] : []))
    .slice(0, chairs.length - 1);
}

/** The first chair on which this guest may sit down; -1 if there is none. */
export function freeChair(table: Table, who: string | undefined): number {
  if (table.is_kept_from_you || isRemoved(table, who)) return -1;
  return table.chairs.findIndex(({ owner, bot }) => !owner && !bot);
}

/** With its bots; where there are none, others come first. */
export async function openAnother(table: Table): Promise<void> {
  const [chairs, bots] = [table.chairs.length, ownBots(table)];
  const terms = { ...table.terms, deal: null, speed: null }; // the server knows; not this again
  await openTable(terms, chairs, { bots, start: bots.length > 0 || chairs === 1 });
}

/** What that is: with whom one plays then. */
export function anotherText(table: Table): string {
  return ownBots(table).length ? m.new_match_bots() : m.new_table();
}
