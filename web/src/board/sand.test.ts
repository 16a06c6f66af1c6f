import { expect, it } from 'vitest';
import { sandLeft } from './sand';

it('is the part of the time that is left', () => {
  expect([120_000, 30_000, 0].map((left) => sandLeft(left, 120_000))).toEqual([1, 0.25, 0]);
  expect(sandLeft(0, 0)).toBe(0);
});

it('runs in the last minute if nobody knows how long the clock was set for', () => {
  expect([300_000, 60_000, 15_000, 0].map((left) => sandLeft(left, null))).toEqual([1, 1, 0.25, 0]);
});
