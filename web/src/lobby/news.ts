// What is new at a table, in words for everybody who is there. Pure.

import { m } from '../paraglide/messages';
import { PASSED_OVER, personName } from './names';
import type { Table } from '../wire/generated/table';

type Told = Pick<Table, 'chairs' | 'is_playing' | 'seats'>;

/** `isLeavingShown`: the table itself says who left. */
export function newsOf(
  before: Told | null,
  now: Told,
  you: string | undefined,
  isLeavingShown = false,
): string[] {
  if (!before) return [];
  const [were, are] = [ownersAt(before), ownersAt(now)];
  const left = [...were].filter(([id]) => !are.has(id) && id !== you);
  const came = [...are].filter(([id]) => !were.has(id) && id !== you);
  return [
    ...(isLeavingShown ? [] : left.map(([, name]) => m.has_left({ name }))),
    ...came.map(([, name]) => m.has_come({ name })),
    ...(now.is_playing ? replaced(before, now, you, isLeavingShown) : []),
  ];
}

/** In a match: for whom a bot, or nobody, plays from now on, and who is back. */
function replaced(
  before: Told,
  now: Told,
  you: string | undefined,
  isAwayShown: boolean,
): string[] {
  return now.seats.flatMap((chair) => {
    const [was, is] = [before.chairs[chair], now.chairs[chair]];
    if (!is?.owner || is.owner.id === you || was?.owner?.id !== is.owner.id) return [];
    const name = personName(is.owner.name);
    if (was.bot !== null && is.bot === null) return [m.has_come_back({ name })];
    if (was.bot !== null || is.bot === null || isAwayShown) return [];
    return [is.bot === PASSED_OVER ? m.missing_pass({ name }) : m.missing_bot({ name })];
  });
}

function ownersAt({ chairs }: Pick<Table, 'chairs'>): Map<string, string> {
  return new Map(chairs.flatMap(({ owner }) => (owner ? [[owner.id, owner.name] as const] : [])));
}
