// Why players ended a match before its time, where somebody may have done so alone. Pure.

import { m } from '../../paraglide/messages';
import type { Table } from '../../wire/generated/table';
import { endedText } from '../endStory';

/** Null if they did not. `out`: who had resigned; `names` of those are told. */
export function whyEnded(
  because: string | null,
  { people, left }: Pick<Table, 'people' | 'left'>,
  out: readonly number[],
  names: readonly string[],
): string | null {
  const there = people.filter((seat) => !left.includes(seat) && !out.includes(seat));
  if (there.length < 2 && because === 'ended by agreement') return m.ended_early(); // nobody agreed
  return endedText(because, names);
}
