import { expect, test } from 'vitest';
import type { DailyResult } from '../wire/generated/table';
import { ownRow, resultRows, timeRow } from './statistics';

const SOLVED: DailyResult = {
  mark: 'best',
  state: 'solved',
  extra: 0,
  answers: 1,
  hints: 0,
  seconds: 20,
  on_the_day: true,
  first_extra: 0,
};
const MANY = { by_extra: [8, 5, 1, 3], second_bounds: [10, 20, 30] };

test('a row for each result, and none for lengths that nobody had', () => {
  const rows = resultRows({ by_extra: [8, 0, 1, 0], hinted: 3, unsolved: 2 });
  expect(rows.map(({ name, count }) => [name, count])).toEqual([
    [0, 5],
    ['hinted', 3],
    [1, 0],
    [2, 1],
    [3, 0],
    [null, 2],
  ]);
  expect(resultRows({ by_extra: [9, 0, 0, 0], hinted: 0, unsolved: 4 })).toEqual([
    { name: 0, count: 9 },
    { name: null, count: 4 },
  ]);
});

test('one’s own row is that of the first answer on the day', () => {
  expect(ownRow(MANY, SOLVED)).toBe(0);
  expect(ownRow(MANY, { ...SOLVED, mark: 'hinted', hints: 1 })).toBe('hinted');
  expect(ownRow(MANY, { ...SOLVED, mark: 'longer', first_extra: 7 })).toBe(3);
  expect(ownRow(MANY, { ...SOLVED, mark: 'later', answers: 2, first_extra: 1 })).toBe(1);
  const missed = { ...SOLVED, mark: 'missed', state: 'given-up', first_extra: null } as const;
  expect(ownRow(MANY, { ...missed, answers: 0 })).toBeNull();
  expect(ownRow(MANY, { ...SOLVED, state: 'open', answers: 0 })).toBeUndefined();
  expect(ownRow(MANY, { ...SOLVED, on_the_day: false })).toBeUndefined();
  expect(ownRow(MANY, null)).toBeUndefined();
});

test('a time that is a bound is within it', () => {
  expect(timeRow(MANY, SOLVED)).toBe(1);
  expect(timeRow(MANY, { ...SOLVED, seconds: 31 })).toBe(3);
  expect(timeRow(MANY, { ...SOLVED, first_extra: null })).toBeUndefined();
});
