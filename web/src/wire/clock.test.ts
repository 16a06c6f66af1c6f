import { describe, expect, it } from 'vitest';
import { minutes, offset } from './clock';

describe('offset', () => {
  it('is the difference of the clocks when the way there takes as long as the way back', () => {
    expect(offset([{ sent: 1000, received: 1040, there: 5020 }])).toBe(4000);
  });

  it('trusts the quickest answer', () => {
    const slow = { sent: 0, received: 900, there: 9999 };
    const quick = { sent: 1000, received: 1010, there: 1105 };

    expect(offset([slow, quick])).toBe(100);
  });

  it('is wrong by at most half the time the quickest answer took', () => {
    for (const wayThere of [0, 5, 17, 40]) {
      const sample = { sent: 0, received: 40, there: 1000 + wayThere };

      expect(Math.abs(offset([sample]) - 1000)).toBeLessThanOrEqual(20);
    }
  });
});

describe('minutes', () => {
  it('counts what has begun', () => {
    expect([0, 1, 59_001, 60_000, 61_500, -5].map(minutes)).toEqual([
      '0:00',
      '0:01',
      '1:00',
      '1:00',
      '1:02',
      '0:00',
    ]);
  });
});
