import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../wire/generated/ricochet';
import { boxOf, CELL, CUT } from './grid';

const BOARD = { width: 16, height: 16 };

describe('boxOf', () => {
  it('has the frame around a whole board', () => {
    expect(boxOf(BOARD, null)).toEqual([-20, -20, 16 * CELL + 40, 16 * CELL + 40]);
  });

  it('has whole cells of a part, and the frame only where the board ends', () => {
    const part: [Cell, Cell] = [
      [8, 3],
      [15, 10],
    ];

    expect(boxOf(BOARD, part)).toEqual([
      8 * CELL - CUT,
      3 * CELL - CUT,
      8 * CELL + CUT + 20,
      8 * CELL + 2 * CUT,
    ]);
  });
});
