// What stands on the cells of a board, cell by cell. Pure.

import type { BoardFacts, Cell, Heading } from '../../../wire/generated/ricochet';
import { STEP } from './grid';

const BACK: Readonly<Record<Heading, Heading>> = { n: 's', e: 'w', s: 'n', w: 'e' };

/** The sides of a cell that have a wall, told from both sides of it. The edge of the board, which
    has one all round, is not told cell by cell; nor is the inside of the closed centre. */
export function wallsOf(board: BoardFacts, [x, y]: Cell): Heading[] {
  const sides = board.walls.flatMap(({ cell, side }): Heading[] => {
    const [dx, dy] = STEP[side];
    if (cell[0] === x && cell[1] === y) return [side];
    return cell[0] + dx === x && cell[1] + dy === y ? [BACK[side]] : [];
  });
  return [...new Set(sides)].filter((side) => isTold(board, [x, y], side));
}

function isTold(board: BoardFacts, cell: Cell, side: Heading): boolean {
  const [dx, dy] = STEP[side];
  const [x, y] = [cell[0] + dx, cell[1] + dy];
  const isInside = x >= 0 && y >= 0 && x < board.width && y < board.height;
  return isInside && !isCentre(board, cell);
}

function isCentre({ centre }: BoardFacts, [x, y]: Cell): boolean {
  return centre.some((cell) => cell[0] === x && cell[1] === y);
}
