// What is new at a table, in words for everybody who is there. Pure.

import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';

type Told = Pick<Table, 'chairs'>;

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
  ];
}

function ownersAt({ chairs }: Pick<Table, 'chairs'>): Map<string, string> {
  return new Map(chairs.flatMap(({ owner }) => (owner ? [[owner.id, owner.name] as const] : [])));
}
