// What a game counts of somebody's matches, read for drawings and tables.

import type { Measures } from '../games/game';

export interface Case {
  case: string;
  count: number;
  total: number;
}

/** The cases of one measure that was taken. */
export function casesOf(measures: Measures, code: string): Case[] {
  return Object.entries(measures[code] ?? {}).map(([name, [count, total]]) => ({
    case: name,
    count,
    total,
  }));
}

/** The same where cases are numbers, in their order. */
export function numberedCases(measures: Measures, code: string): Case[] {
  return casesOf(measures, code).toSorted((one, other) => Number(one.case) - Number(other.case));
}

/** The sum of all cases over how often there was one; null if there was none. */
export function meanOf(cases: readonly Case[]): number | null {
  const count = cases.reduce((sum, one) => sum + one.count, 0);
  return count ? cases.reduce((sum, one) => sum + one.total, 0) / count : null;
}
