import { describe, expect, it } from 'vitest';
import { changed } from './changes';

interface View {
  round: number;
  players: readonly { lives: number; cell: readonly number[] | null }[];
}
const START: View = { round: 0, players: [{ lives: 3, cell: [1, 2] }, { lives: 3, cell: null }] }; // prettier-ignore

describe('changed', () => {
  it('makes a difference, and shares what stays the same', () => {
    const now = changed(START, { players: { 1: { lives: [2] } } }) as View;

    expect(now).toEqual({ ...START, players: [START.players[0], { lives: 2, cell: null }] });
    expect(now.players[0]).toBe(START.players[0]);
    expect(START.players[1]?.lives).toBe(3);
  });

  it('puts a value in the place of another one, be it nothing or a list', () => {
    expect(changed({ a: [1, 2] }, { a: [[3]] })).toEqual({ a: [3] });
    expect(changed({ a: 1 }, { a: [null] })).toEqual({ a: null });
    expect(changed(7, null)).toBe(7);
  });

  it('puts a part of a list in the place of another one', () => {
    expect(changed([1, 2, 3, 4], [1, 2, [5]])).toEqual([1, 5, 4]);
    expect(changed({ a: [] }, { a: [0, 0, [1, 2]] })).toEqual({ a: [1, 2] });
    expect(changed([1, 2], [1, 1, []])).toEqual([1]);
  });
});
