import { expect, test } from 'vitest';
import { levelAfter, narrowed } from './hintLength';

const length = (fewest: number, most: number | null) => ({ fewest, most });

test('a hint about the length stays within what was asked for', () => {
  expect(narrowed(length(1, 3), length(2, 4))).toEqual(length(2, 3));
  expect(narrowed(length(4, 6), length(2, 4))).toEqual(length(4, 4));
  expect(narrowed(length(7, 9), length(10, null))).toEqual(length(7, 9));
  expect(narrowed(length(10, null), length(10, null))).toEqual(length(10, null));
});

test('it says all it knows where nothing was asked for', () => {
  expect(narrowed(length(1, 3), null)).toEqual(length(1, 3));
  expect(narrowed(length(1, 3), { fewest: null, most: null })).toEqual(length(1, 3));
});

test('every hint says something new: an exact length is not told twice', () => {
  const hint = (level: number, about: ReturnType<typeof length> | null) =>
    ({ level, about }) as never;

  expect(levelAfter(undefined, null)).toBe(1);
  expect(levelAfter(hint(1, length(4, 6)), null)).toBe(2);
  expect(levelAfter(hint(1, length(4, 6)), length(2, 4))).toBe(3);
  expect(levelAfter(hint(2, null), null)).toBe(3);
  expect(levelAfter(hint(3, null), null)).toBe(4);
});
