import { describe, expect, it } from 'vitest';
import type { DailyPuzzle, DailyResult } from '../wire/generated/table';
import { markOf, runText, shareText, signOf } from './share';

const SOLVED: DailyResult = {
  mark: 'best',
  state: 'solved',
  extra: 0,
  answers: 1,
  hints: 0,
  seconds: 42.5,
  on_the_day: true,
  first_extra: 0,
};

function puzzle(slot: string, result: DailyResult | null): DailyPuzzle {
  return { game: 'chess', slot, puzzle: 'abc', result, statistics: null };
}

describe('a result', () => {
  it('has the mark that the server gave it, and a sign: only the fewest moves have a tick', () => {
    const marks = ['best', 'hinted', 'later', 'longer', 'missed', 'open'] as const;
    const results = [...marks.map((mark) => ({ ...SOLVED, mark, extra: 2 })), null];

    expect(results.map(markOf)).toEqual([...marks, 'open']);
    expect(results.map(signOf)).toEqual(['✓', '✓', '✓', '+2', '✗', '', '']);
  });

  it('is shared line by line: how much longer, at which try, the time of the first answer', () => {
    const missed = { ...SOLVED, mark: 'missed', state: 'given-up', extra: null } as const;
    const puzzles = [
      puzzle('easy', SOLVED),
      puzzle('hard', missed),
      puzzle('odd', null),
      puzzle('slow', { ...SOLVED, mark: 'later', answers: 3 }),
      puzzle('long', { ...SOLVED, mark: 'longer', state: 'open', extra: 1 }),
    ];
    const day = { date: '2026-11-17', puzzles };

    const called = (game: string, slot: string) => `${game} ${slot}`;
    const tries = (count: number) => `try ${count}`;
    const words = { called, tries, mark: (mark: string) => `is ${mark}` };
    const text = shareText(day, 'Puzzles', words, 'https://a.example/');

    expect(text.split('\n')).toEqual([
      'Puzzles 2026-11-17',
      '🟩 chess easy · 0:42',
      '🟥 chess hard',
      '⬜ chess odd',
      '🟪 chess slow · try 3',
      '🟨 chess long · +1 · 0:42',
      '🟩 is best · 🟪 is later · 🟨 is longer · 🟥 is missed · ⬜ is open',
      'https://a.example/',
    ]);
  });

  it('of a run has a square for each puzzle, and a legend of those that are used', () => {
    const words = { best: 'solved', missed: 'missed' };
    const steps = [{ is_solved: true }, { is_solved: true }, { is_solved: false }];

    expect(runText(steps, 'Streak: 2', words, 'https://a.example/').split('\n')).toEqual([
      'Streak: 2',
      '🟩🟩🟥',
      '🟩 solved · 🟥 missed',
      'https://a.example/',
    ]);
    expect(runText([], 'Race: 0', words, 'https://a.example/').split('\n')).toHaveLength(2);
  });
});
