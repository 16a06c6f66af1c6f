// The result of a day as text to share. It tells how somebody did, and nothing of how it is done.

import type { DailyPage, DailyResult } from '../wire/generated/table';
import { duration } from './days';

const SQUARES = {
  best: '🟩', // the fewest moves
  helped: '🟦', // the same, with hints
  longer: '🟨',
  missed: '🟥',
  open: '⬜',
} as const;

export type ResultMark = keyof typeof SQUARES;

export function markOf(result: DailyResult | null): ResultMark {
  if (!result || (result.state === 'open' && result.extra === null)) return 'open';
  if (result.extra === null) return 'missed';
  if (result.extra > 0) return 'longer';
  return result.hints ? 'helped' : 'best';
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
    const seconds = mark === 'open' || mark === 'missed' ? null : (result?.seconds ?? null);
    const time = seconds === null ? '' : ` ${duration(seconds)}`;
    return `${SQUARES[mark]} ${called(game, slot)}${time}`;
  });
  return [`${title} ${date}`, ...lines, address].join('\n');
}
