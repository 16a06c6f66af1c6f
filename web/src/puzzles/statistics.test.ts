import { expect, test } from 'vitest';
import type { DailyResult } from '../wire/generated/table';
import { extraRow, resultRows, timeRow } from './statistics';

const SOLVED: DailyResult = {
  state: 'solved',
  extra: 0,
  answers: 1,
  hints: 0,
  seconds: 20,
  on_the_day: true,
};
const MANY = { by_extra: [8, 5, 1, 3], second_bounds: [10, 20, 30] };

test('a row for each result, and none for lengths that nobody had', () => {
  expect(resultRows({ by_extra: [8, 0, 1, 0], unsolved: 2 }).map(({ count }) => count)).toEqual([
    8, 0, 1, 0, 2,
  ]);
  expect(resultRows({ by_extra: [9, 0, 0, 0], unsolved: 4 })).toEqual([
    { extra: 0, count: 9 },
    { extra: null, count: 4 },
  ]);
});

test('one’s own row is that of the first answer on the day', () => {
  expect(extraRow(MANY, SOLVED)).toBe(0);
  expect(extraRow(MANY, { ...SOLVED, extra: 7 })).toBe(3);
  expect(extraRow(MANY, { ...SOLVED, state: 'given-up', extra: null })).toBeNull();
  expect(extraRow(MANY, { ...SOLVED, answers: 2 })).toBeUndefined();
  expect(extraRow(MANY, { ...SOLVED, on_the_day: false })).toBeUndefined();
  expect(extraRow(MANY, null)).toBeUndefined();
});

test('a time that is a bound is within it', () => {
  expect(timeRow(MANY, SOLVED)).toBe(1);
  expect(timeRow(MANY, { ...SOLVED, seconds: 31 })).toBe(3);
  expect(timeRow(MANY, { ...SOLVED, extra: null })).toBeUndefined();
});
