// The result of a day as text to share. It tells how somebody did, and nothing of how it is done.

import type { DailyPage, DailyResult } from '../wire/generated/table';
import { duration } from './days';

const SQUARES = {
  best: '🟩', // the fewest moves
  helped: '🟦', // the same, with hints or not at the first try
  longer: '🟨',
  missed: '🟥',
  open: '⬜',
} as const;

export type ResultMark = keyof typeof SQUARES;

export function markOf(result: DailyResult | null): ResultMark {
  if (!result || (result.state === 'open' && result.extra === null)) return 'open';
  if (result.extra === null) return 'missed';
  if (result.extra > 0) return 'longer';
  return result.hints || result.answers > 1 ? 'helped' : 'best';
}

/** How long it took; the clock stops at the first answer, and says nothing of later ones. */
export function timeOf(result: DailyResult | null): string | null {
  if (!result || result.seconds === null || result.answers > 1) return null;
  return duration(result.seconds);
}

/** One line of it, and where the day is found. */
export function shareText(
  { date, puzzles }: Pick<DailyPage, 'date' | 'puzzles'>,
  title: string,
  called: (game: string, slot: string) => string,
  address: string,
): string {
  const lines = puzzles.map(({ game, slot, result }) => {
    const mark = markOf(result);
    const time = mark === 'open' || mark === 'missed' ? null : timeOf(result);
    return `${SQUARES[mark]} ${called(game, slot)}${time === null ? '' : ` ${time}`}`;
  });
  return [`${title} ${date}`, ...lines, address].join('\n');
}
