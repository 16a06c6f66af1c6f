import { describe, expect, it } from 'vitest';
import { lastSecond } from './lastSecond';

describe('lastSecond', () => {
  it('counts what has begun, in the last ten seconds only', () => {
    expect(lastSecond(20_000, 9_999)).toBe(null);
    expect(lastSecond(20_000, 10_000)).toBe(10);
    expect(lastSecond(20_000, 19_001)).toBe(1);
  });

  it('is nothing once time is up, or without a clock', () => {
    expect(lastSecond(20_000, 20_000)).toBe(null);
    expect(lastSecond(null, 0)).toBe(null);
  });
});
