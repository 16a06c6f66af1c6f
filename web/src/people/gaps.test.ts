import { expect, test } from 'vitest';
import { nextGap } from './gaps';

test('gaps grow while the server does not keep the question, and there is no news', () => {
  const gaps: number[] = [];
  for (let at = 0; at < 5; at++) gaps.push(nextGap(gaps.at(-1) ?? null, false, 80));

  expect(gaps).toEqual([10_000, 15_000, 22_500, 30_000, 30_000]);
  expect(nextGap(500, false, 80)).toBe(10_000);
});

test('after news, or a question that was kept, the next one comes at once', () => {
  expect([nextGap(30_000, true, 80), nextGap(null, false, 25_000)]).toEqual([500, 500]);
});
