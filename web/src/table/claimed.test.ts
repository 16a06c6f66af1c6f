import { describe, expect, it } from 'vitest';
import type { Table } from '../wire/generated/table';
import { claimedText, concededText, outTag } from './claimed';

const table = (...conceded: number[]) =>
  ({ conceded, players: ['Ann', 'Bob', 'Cleo'] }) as Partial<Table> as Table;

describe('a win that was claimed', () => {
  it('is told to whoever was away, whoever claimed it, and those who watched', () => {
    expect(claimedText(table(1), [0], 1)).toBe('You had gone, and Ann claimed the win.');
    expect(claimedText(table(1), [0], 0)).toBe('Bob had gone, and you claimed the win.');
    expect(claimedText(table(1, 2), [0], null)).toBe(
      'Bob and Cleo had gone, and Ann claimed the win.',
    );
  });

  it('is the one reason beside a name', () => {
    expect(outTag([1], 1)).toBe('was gone');
    expect(outTag([1], 2)).toBe('resigned');
  });

  it('is not told where players gave up, or nobody won', () => {
    expect(claimedText(table(), [0], 1)).toBeNull();
    expect(claimedText(table(1), [], 1)).toBeNull();
  });

  it('made nobody resign', () => {
    const resigned = { type: 'Resigned', seat: 1 };
    const name = (seat: number) => ['Ann', 'Bob'][seat] ?? '';

    expect(concededText(table(1), resigned, 0, name)).toBe('Bob is out of the match.');
    expect(concededText(table(1), resigned, 1, name)).toBe('You’re out of the match.');
    expect(concededText(table(), resigned, 0, name)).toBe(null);
    expect(concededText(table(1), { type: 'MatchEnded' }, 0, name)).toBe(null);
  });
});
