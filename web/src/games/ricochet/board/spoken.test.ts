import { describe, expect, it } from 'vitest';
import type { BoardFacts } from '../../../wire/generated/ricochet';
import { wallsOf } from './spoken';

const board = {
  width: 4,
  height: 4,
  walls: [
    { cell: [1, 1], side: 'e' },
    { cell: [0, 0], side: 'n' },
    { cell: [2, 2], side: 's' },
  ],
  centre: [[2, 2]],
} as unknown as BoardFacts;

describe('wallsOf', () => {
  it('tells an inner wall from both of its sides', () => {
    expect(wallsOf(board, [1, 1])).toEqual(['e']);
    expect(wallsOf(board, [2, 1])).toEqual(['w']);
  });

  it('does not tell the edge of the board', () => {
    expect(wallsOf(board, [0, 0])).toEqual([]);
  });

  it('tells the closed centre from outside only', () => {
    expect(wallsOf(board, [2, 3])).toEqual(['n']);
    expect(wallsOf(board, [2, 2])).toEqual([]);
  });
});
