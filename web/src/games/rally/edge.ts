// Where the board ends. Pure.

import type { BeltBlocked, Blocked, CourseFacts } from '../../wire/generated/rally';

/** Whether it was the edge of the board that stopped a robot, not a wall printed there. */
export function isAtEdge(
  { cell: [x, y], heading }: Blocked | BeltBlocked,
  { width, height, walls }: CourseFacts,
): boolean {
  const isLast = { n: y === 0, e: x === width - 1, s: y === height - 1, w: x === 0 }[heading];
  const isPrinted = walls.some(
    ({ cell, side }) => side === heading && cell[0] === x && cell[1] === y,
  );
  return isLast && !isPrinted;
}
