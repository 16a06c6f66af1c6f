import { describe, expect, it } from 'vitest';
import { isWhole, typed } from './digits';

describe('typing a bid', () => {
  it('takes two digits, and begins anew with the third', () => {
    expect(typed(null, 7)).toBe(7);
    expect(typed(1, 2)).toBe(12);
    expect(typed(12, 3)).toBe(3);
  });

  it('has no zero at its beginning', () => {
    expect(typed(null, 0)).toBeNull();
    expect(typed(1, 0)).toBe(10);
    expect(typed(12, 0)).toBeNull();
  });

  it('knows when no further digit is possible', () => {
    const offered = new Set([1, 2, 3, 10, 11]);

    expect(isWhole(1, offered)).toBe(false);
    expect(isWhole(2, offered)).toBe(true);
    expect(isWhole(11, offered)).toBe(true);
  });
});
