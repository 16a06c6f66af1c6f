// Where somebody is among everybody who tried a puzzle on its day. Pure.

import type { DailyResult, DailyStatistics } from '../wire/generated/table';

export type RowName = number | 'hinted' | null; // moves more than the fewest; null: not solved

export interface ResultRow {
  name: RowName;
  count: number;
}

/** One row for each result. Where nobody was longer, or had hints, these rows are left out. */
export function resultRows({
  by_extra: [best = 0, ...longer],
  hinted,
  unsolved,
}: Pick<DailyStatistics, 'by_extra' | 'hinted' | 'unsolved'>): ResultRow[] {
  return [
    { name: 0, count: best - hinted },
    ...(hinted ? [{ name: 'hinted' as const, count: hinted }] : []),
    ...(longer.some(Boolean) ? longer.map((count, at) => ({ name: at + 1, count })) : []),
    { name: null, count: unsolved },
  ];
}

/** The row of one's own result. It counts by the first answer on the day; undefined: none. */
export function ownRow(
  { by_extra }: Pick<DailyStatistics, 'by_extra'>,
  result: DailyResult | null,
): RowName | undefined {
  if (!isCounted(result)) return undefined;
  if (result.mark === 'hinted') return 'hinted';
  return result.first_extra === null ? null : Math.min(result.first_extra, by_extra.length - 1);
}

/** The column of one's own time; undefined: none. */
export function timeRow(
  { second_bounds }: Pick<DailyStatistics, 'second_bounds'>,
  result: DailyResult | null,
): number | undefined {
  if (!isCounted(result) || result.first_extra === null || result.seconds === null)
    return undefined;
  const { seconds } = result;
  const at = second_bounds.findIndex((bound) => seconds <= bound);
  return at < 0 ? second_bounds.length : at;
}

/** Whoever has answered on the day, or given up. */
function isCounted(result: DailyResult | null): result is DailyResult {
  return !!result?.on_the_day && (result.answers > 0 || result.state === 'given-up');
}
