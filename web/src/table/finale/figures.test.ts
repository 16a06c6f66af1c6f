import { describe, expect, it } from 'vitest';
import { bestSeats, type FigureRow } from './figures';

function best(of: FigureRow['best'], ...values: (number | null)[]): number[] {
  return bestSeats({ best: of, figures: values.map((value) => ({ value, said: '' })) });
}

describe('the best of a row', () => {
  it('is marked for all who share it', () => {
    expect(best('least', 1, 3, 1, 2)).toEqual([0, 2]);
    expect(best('most', 1, 3, null)).toEqual([1]);
  });

  it('is not marked where most are that good', () => {
    expect(best('least', 0, 0, 1)).toEqual([]);
    expect(best('most', 2, 2)).toEqual([]);
  });

  it('is not there where nobody can be compared, or nothing is better', () => {
    expect(best('most', 4, null)).toEqual([]);
    expect(best('most', null, null)).toEqual([]);
    expect(best(null, 4, 7)).toEqual([]);
  });
});
