// Where things are in the drawing of a board.

import type { Heading } from '../../../wire/generated/ricochet';
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
