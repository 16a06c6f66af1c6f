import { describe, expect, it } from 'vitest';
import type { Table } from '../wire/generated/table';
import { claimedText, concededText, goneTag, outTag } from './claimed';

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

  it('is told to whoever was away, whoever claimed it, and those who watched', () => {
    expect(claimedText([1], [0], 1, name)).toBe('You had gone, and Ann claimed the win.');
    expect(claimedText([1], [0], 0, name)).toBe('Bob had gone, and you claimed the win.');
    expect(claimedText([1, 2], [0], null, name)).toBe(
      'Bob and Cleo had gone, and Ann claimed the win.',
    );
  });

  it('is not told where players gave up, or nobody won', () => {
    expect(claimedText([], [0], 1, name)).toBeNull();
    expect(claimedText([1], [], 1, name)).toBeNull();
  });

  it('made nobody resign', () => {
    const claim = { conceded: [1, 2], winners: [0] };
    const resigned = (seat: number) => ({ type: 'Resigned', seat });
    const told = 'Bob and Cleo had gone, and you claimed the win.';

    expect([1, 2, 3].map((seat) => concededText(claim, resigned(seat), 0, name))).toEqual([
      told,
      '',
      null,
    ]);
    expect(concededText(claim, { type: 'MatchEnded' }, 0, name)).toBe(null);
  });
});
