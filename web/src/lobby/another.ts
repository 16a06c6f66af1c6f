// Another table like one where a match was played.

import type { Table } from '../wire/generated/table';
import { PASSED_OVER } from './names';
import { openTable } from './opening';

/** With its bots; where there are none, others come first. */
export async function openAnother(table: Table): Promise<void> {
  const chairs = table.chairs.length;
  const bots = table.chairs
    .flatMap(({ bot }) => (bot && bot !== PASSED_OVER ? [bot] : []))
    .slice(0, chairs - 1);
  const terms = { ...table.terms, deal: null, speed: null }; // the server knows; not this again
  await openTable(terms, chairs, { bots, start: bots.length > 0 || chairs === 1 });
}
