import { describe, expect, it } from 'vitest';
import { matchesIn, noted } from './ownMatches';

const HOUR = 60 * 60 * 1000;

describe('matches of one’s own', () => {
  it('are those that were looked at last, each once', () => {
    let matches = noted([], 'a', true, 1);
    for (const [at, table] of ['b', 'a', 'c', 'd'].entries())
      matches = noted(matches, table, true, at + 2);

    expect(matches.map(({ table }) => table)).toEqual(['d', 'c', 'a']);
  });

  it('are forgotten once they are over, or left', () => {
    const matches = noted(noted([], 'a', true, 1), 'b', true, 2);

    expect(noted(matches, 'b', false, 3).map(({ table }) => table)).toEqual(['a']);
  });

  it('are forgotten after half a day without a look at them', () => {
    const written = JSON.stringify(noted([], 'a', true, 0));

    expect(matchesIn(written, 11 * HOUR)).toHaveLength(1);
    expect(matchesIn(written, 13 * HOUR)).toEqual([]);
  });

  it('are none where the storage has nothing of ours', () => {
    expect(matchesIn(null, 0)).toEqual([]);
    expect(matchesIn('yes', 0)).toEqual([]);
    expect(matchesIn('7', 0)).toEqual([]);
  });
});
