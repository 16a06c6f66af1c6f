// Who watches a table; apart from who is there, which every game asks. Pure.

import type { Presence, Table } from '../wire/generated/table';

/** How many other people watch without a chair; `you` is null without a name. */
export function watchers(table: Table, presence: Presence | null, you: string | null): number {
  const seated = new Set(table.chairs.map(({ owner }) => owner?.id));
  const others = presence?.guests.filter((guest) => guest !== you && !seated.has(guest)) ?? [];
  const nameless = (presence?.nameless ?? 0) - (you === null ? 1 : 0);
  return others.length + Math.max(0, nameless);
}
