import { describe, expect, it } from 'vitest';
import type { Table } from '../wire/generated/table';
import { concededText, goneTag, outTag } from './claimed';

const name = (seat: number) => ['Ann', 'Bob', 'Cleo'][seat] ?? '';

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

  it('made nobody resign', () => {
    const resigned = { type: 'Resigned', seat: 1 };

    expect(concededText({ conceded: [1] }, resigned, 0, name)).toBe('Bob is out of the match.');
    expect(concededText({ conceded: [1] }, resigned, 1, name)).toBe('You’re out of the match.');
    expect(concededText({ conceded: [] }, resigned, 0, name)).toBe(null);
    expect(concededText({ conceded: [1] }, { type: 'MatchEnded' }, 0, name)).toBe(null);
  });
});
