// Another table like one where a match was played.

import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';
import { PASSED_OVER } from './names';
import { openTable } from './opening';

/** The bots that were seated, not those that only play for people who are gone. */
export function ownBots({ chairs, seats, people }: Table): string[] {
  const ofPeople = new Set(people.map((seat) => seats[seat]));
  return chairs
    .flatMap(({ bot }, chair) => (bot && bot !== PASSED_OVER && !ofPeople.has(chair) ? [bot] : []))
    .slice(0, chairs.length - 1);
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
