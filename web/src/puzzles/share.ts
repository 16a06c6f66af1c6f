// The result of a day as text to share. It tells how somebody did, and nothing of how it is done.

import type { DailyPage, DailyResult, RunStep } from '../wire/generated/table';
import { duration } from './days';

export type ResultMark = DailyResult['mark'];

const SQUARES: Readonly<Record<ResultMark, string>> = {
  best: '🟩', // the fewest moves
  hinted: '🟦', // the same, with hints
  later: '🟪', // the same, not at the first try
  longer: '🟨',
  missed: '🟥',
  open: '⬜',
};

/** What a result counts as: the server says so, once for all places. */
export function markOf(result: Pick<DailyResult, 'mark'> | null): ResultMark {
  return result?.mark ?? 'open';
}

/** Whether it is solved: in the fewest moves, by whatever help. */
export function isSolved(mark: ResultMark | null): boolean {
  return mark === 'best' || mark === 'hinted' || mark === 'later';
}

/** A sign for it where there is little room. */
export function signOf(result: Pick<DailyResult, 'mark' | 'extra'> | null): string {
  const mark = markOf(result);
  if (mark === 'longer') return `+${result?.extra ?? ''}`;
  if (mark === 'missed') return '✗';
  return isSolved(mark) ? '✓' : '';
}

/** How long it took; the clock stops at the first answer, and says nothing of later ones. */
export function timeOf(result: DailyResult | null): string | null {
  if (!result || result.seconds === null || result.answers > 1) return null;
  return duration(result.seconds);
}

export interface ShareWords {
  called: (game: string, slot: string) => string; // a puzzle
  mark: (mark: ResultMark) => string; // what a square means
  tries: (count: number) => string; // at which it was solved
}

/** A line for each puzzle, what the squares mean, and where the day is found. */
export function shareText(
  { date, puzzles }: Pick<DailyPage, 'date' | 'puzzles'>,
  title: string,
  words: ShareWords,
  address: string,
): string {
  const marks = new Set(puzzles.map(({ result }) => markOf(result)));
  const lines = puzzles.map(({ game, slot, result }) => {
    const parts = [words.called(game, slot), ...(result ? details(result, words) : [])];
    return `${SQUARES[markOf(result)]} ${parts.join(' · ')}`;
  });
  return [`${title} ${date}`, ...lines, legend(marks, words.mark), address].join('\n');
}

/** “+1 · 0:42”: by how much it is longer, at which try it was solved, how long it took. */
function details(result: DailyResult, { tries }: ShareWords): string[] {
  const mark = markOf(result);
  if (mark === 'open' || mark === 'missed') return [];
  const parts = [
    mark === 'longer' ? signOf(result) : null,
    mark === 'later' ? tries(result.answers) : null,
    timeOf(result),
  ];
  return parts.filter((part) => part !== null);
}

/** “🟩 first try · 🟥 missed”. */
function legend(marks: ReadonlySet<ResultMark>, say: (mark: ResultMark) => string): string {
  const all = Object.keys(SQUARES) as ResultMark[];
  const used = all.filter((mark) => marks.has(mark));
  return used.map((mark) => `${SQUARES[mark]} ${say(mark)}`).join(' · ');
}

/** A streak or a race: a square for each puzzle, what they mean, and where to try it. */
export function runText(
  steps: readonly Pick<RunStep, 'is_solved'>[],
  title: string,
  words: Record<'best' | 'missed', string>,
  address: string,
): string {
  const marks = steps.map(({ is_solved }) => (is_solved ? 'best' : 'missed'));
  const squares = marks.map((mark) => SQUARES[mark]).join('');
  const lines = [title, squares, legend(new Set(marks), (mark) => words[mark as 'best'])];
  return [...lines.filter(Boolean), address].join('\n');
}
