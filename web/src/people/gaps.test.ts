import { expect, test } from 'vitest';
import { nextGap } from './gaps';

test('gaps grow while nothing happens, and begin anew with news', () => {
  const gaps: number[] = [];
  for (let at = 0; at < 5; at++) gaps.push(nextGap(gaps.at(-1) ?? null, false));

  expect(gaps).toEqual([10_000, 15_000, 22_500, 30_000, 30_000]);
  expect(nextGap(30_000, true)).toBe(10_000);
});
