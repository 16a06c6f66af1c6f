import { describe, expect, it } from 'vitest';
import type { Table } from '../wire/generated/table';
import { concededText, goneTag, outTag } from './claimed';

describe('a win that was claimed', () => {
  it('is the one reason beside a name', () => {
    expect(outTag([1], 1)).toBe('was gone');
    expect(outTag([1], 2)).toBe('resigned');
  });

  it('is told apart from who left for good', () => {
    const [empty, own] = [{ owner: null }, { owner: { id: 'ann' } }] as unknown as Table['chairs'];
    const chairs = [own, empty, empty, empty] as unknown as Table['chairs'];
    const table = { people: [0, 1, 2], seats: [0, 1, 2, 3], chairs, voted_away: [2] };

    expect([0, 1, 2, 3].map((seat) => goneTag(table, seat))).toEqual([
      null,
      'left',
      'voted out',
      null,
    ]);
  });

  it('is told once where it made others resign', () => {
    const claim = { conceded: [1, 2] };
    const told = (seat: number, type = 'Resigned') =>
      concededText(claim, { type, seat }, () => 'claimed');

    expect([1, 2, 3].map((seat) => told(seat))).toEqual(['claimed', '', null]);
    expect(told(1, 'MatchEnded')).toBe(null);
  });
});
