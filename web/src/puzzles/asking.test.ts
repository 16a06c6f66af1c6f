import { describe, expect, it } from 'vitest';
import { ASK_AGAIN, pauseBefore } from './asking';

describe('When to ask again how a run stands', () => {
  const countdown = { state: 'countdown', starts_at: 10_000 } as const;

  it('is the end of a countdown, where that is near', () => {
    expect(pauseBefore(countdown, 9_300)).toBe(700);
    expect(pauseBefore(countdown, 5_000)).toBe(ASK_AGAIN);
  });

  it('is soon, if the server did not say yet that it is over', () => {
    expect(pauseBefore(countdown, 10_200)).toBeGreaterThan(0);
    expect(pauseBefore(countdown, 10_200)).toBeLessThan(200);
  });

  it('is now and then while it runs', () => {
    expect(pauseBefore({ state: 'running', starts_at: 10_000 }, 10_200)).toBe(ASK_AGAIN);
    expect(pauseBefore(null, 0)).toBe(ASK_AGAIN);
  });
});
