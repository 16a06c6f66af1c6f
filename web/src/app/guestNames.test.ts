import { describe, expect, it } from 'vitest';
import { someName } from './guestNames';

const MANY = Array.from({ length: 200 });

describe('names for guests', () => {
  it('are two short words, hardly ever the same', () => {
    const names = MANY.map(() => someName());

    expect(names.every((name) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(name))).toBe(true);
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(14);
    expect(new Set(names).size).toBeGreaterThan(100);
  });

  it('have a number only where somebody else has the name', () => {
    expect(someName(true)).toMatch(/^\w+ \w+ \d\d$/);
  });
});
