// What stops robots on their way. Pure.

import { ROBOTS } from '../../../board/robots';
import type { BoardFacts, Cell, Heading, Robot, Slide } from '../../../wire/generated/ricochet';
import { isSame } from '../board/notation';

const STEPS: Record<Heading, Cell> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
const BACK: Record<Heading, Heading> = { n: 's', e: 'w', s: 'n', w: 'e' };

/** A robot that stops another one. */
export interface RobotStop {
  move: number; // from 1
  robot: Robot;
  by: Robot;
  hasMoved: boolean; // the one that stops it, before
}

/** All of a route, in its order. */
export function stopsOf(
  board: Pick<BoardFacts, 'walls'>,
  start: readonly Cell[],
  slides: readonly Slide[],
): RobotStop[] {
  const robots = [...start];
  const moved = new Set<Robot>();
  return slides.flatMap(({ robot, cells, rest_heading }, at) => {
    const end = cells.at(-1) ?? [0, 0];
    const next = towards(end, rest_heading);
    const by = isWalled(board, end, rest_heading)
      ? undefined
      : ROBOTS[robots.findIndex((cell) => isSame(cell, next))];
    const stop = by && { move: at + 1, robot, by, hasMoved: moved.has(by) };
    robots[ROBOTS.indexOf(robot)] = end;
    moved.add(robot);
    return stop ?? [];
  });
}

function towards([x, y]: Cell, heading: Heading): Cell {
  const [right, down] = STEPS[heading];
  return [x + right, y + down];
}

/** A wall may be written on either side of it. */
function isWalled({ walls }: Pick<BoardFacts, 'walls'>, cell: Cell, heading: Heading): boolean {
  const next = towards(cell, heading);
  return walls.some(
    (wall) =>
      (isSame(wall.cell, cell) && wall.side === heading) ||
      (isSame(wall.cell, next) && wall.side === BACK[heading]),
  );
}
