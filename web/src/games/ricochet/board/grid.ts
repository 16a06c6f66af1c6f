// Where things are in the drawing of a board.

import type { BoardFacts, Cell, Heading } from '../../../wire/generated/ricochet';
import type { Point } from '../playback/timeline';

export const CELL = 44;
export const STEP: Readonly<Record<Heading, Point>> = {
  n: [0, -1],
  e: [1, 0],
  s: [0, 1],
  w: [-1, 0],
};

/** The middle of a cell. */
export function mid(at: number): number {
  return (at + 0.5) * CELL;
}

const EDGE = 20; // the frame of a board

/** How much is seen beyond a part of a board; it fades. */
export const CUT = 24;

/** What is drawn, as SVG wants it: the whole board, or a part from corner to corner. Of a part whole
    cells are seen, and a little more where it is cut: the frame belongs to the edges of the board. */
export function boxOf(
  { width, height }: Pick<BoardFacts, 'width' | 'height'>,
  part: readonly [Cell, Cell] | null,
): readonly [x: number, y: number, width: number, height: number] {
  const [[left, top], [right, bottom]] = part ?? [
    [0, 0],
    [width - 1, height - 1],
  ];
  const [x, y] = [left * CELL - (left ? CUT : EDGE), top * CELL - (top ? CUT : EDGE)];
  return [
    x,
    y,
    (right + 1) * CELL + (right < width - 1 ? CUT : EDGE) - x,
    (bottom + 1) * CELL + (bottom < height - 1 ? CUT : EDGE) - y,
  ];
}
