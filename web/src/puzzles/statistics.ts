// Where somebody is among everybody who tried a puzzle on its day. Pure.

import type { DailyResult, DailyStatistics } from '../wire/generated/table';

export interface ResultRow {
  extra: number | null; // moves more than the fewest; null: not solved
  count: number;
}

/** One row for each result. Where nobody can be longer, these rows are left out. */
export function resultRows({
  by_extra,
  unsolved,
}: Pick<DailyStatistics, 'by_extra' | 'unsolved'>): ResultRow[] {
  const isLonger = by_extra.slice(1).some(Boolean);
  const solved = by_extra.map((count, extra) => ({ extra, count }));
  return [...(isLonger ? solved : solved.slice(0, 1)), { extra: null, count: unsolved }];
}

/** The row of one's own result. It counts by the first answer on the day; undefined: none. */
export function extraRow(
  { by_extra }: Pick<DailyStatistics, 'by_extra'>,
  result: DailyResult | null,
): number | null | undefined {
  if (!isCounted(result)) return undefined;
  return result.extra === null ? null : Math.min(result.extra, by_extra.length - 1);
}

/** The column of one's own time; undefined: none. */
export function timeRow(
  { second_bounds }: Pick<DailyStatistics, 'second_bounds'>,
  result: DailyResult | null,
): number | undefined {
  if (!isCounted(result) || result.extra === null || result.seconds === null) return undefined;
  const { seconds } = result;
  const at = second_bounds.findIndex((bound) => seconds <= bound);
  return at < 0 ? second_bounds.length : at;
}

/** After several answers nobody knows here how the first one was. */
function isCounted(result: DailyResult | null): result is DailyResult {
  return result !== null && result.on_the_day && result.state !== 'open' && result.answers < 2;
}
