import { expect, test } from 'vitest';
import type { Surveyed, Target } from '../../../wire/generated/ricochet';
import { spreadOf } from './spread';

function survey(...lengths: readonly [Target, number | null, string][]): Surveyed {
  const told = lengths.map(([target, moves, outcome]) => ({ target, moves, outcome, at_least: 1 }));
  return { board: '', rule: {}, lengths: told, unreachable: [] } as unknown as Surveyed;
}

test('targets are in columns by their moves, with gaps', () => {
  const spread = spreadOf(
    survey(
      ['red-circle', 4, 'solved'],
      ['green-circle', 2, 'solved'],
      ['blue-circle', 4, 'solved'],
      ['yellow-circle', null, 'unsolvable'],
      ['vortex', null, 'out of time'],
    ),
  );
  expect(spread.columns).toEqual([
    { moves: 2, targets: ['green-circle'] },
    { moves: 3, targets: [] },
    { moves: 4, targets: ['red-circle', 'blue-circle'] },
  ]);
  expect([spread.dead, spread.unknown]).toEqual([['yellow-circle'], ['vortex']]);
});

test('a board without solutions has no columns', () => {
  expect(spreadOf(survey()).columns).toEqual([]);
});
