// What is in the hand of somebody who draws, and what it does to a board. Pure.

import { ROBOTS } from '../../../board/robots';
import type { DrawingTools, WallPlace } from '../../../editor/tools';
import type { Cell, Heading, Robot, Target } from '../../../wire/generated/ricochet';
import { isSame } from '../board/notation';
import { TARGETS } from '../board/words';
import {
  barrierAt,
  contains,
  edgeOn,
  erased,
  hasWall,
  isBlocked,
  robotAt,
  targetAt,
  towards,
  withBarrier,
  withBlocked,
  withRobot,
  withTarget,
  withWall,
  type BoardDrawing,
  type Edge,
} from './drawing';

export const TOOLS = ['hand', 'wall', 'block', 'barrier', 'target', 'robot', 'erase'] as const;
export type BoardTool = (typeof TOOLS)[number];

/** The tool, and what it puts down. */
export interface BoardGrip {
  readonly tool: BoardTool;
  readonly colour: Robot; // of barriers
  readonly rises: boolean; // from south-west to north-east
  readonly target: Target;
  readonly robot: Robot;
}

export const FIRST_GRIP: BoardGrip = {
  tool: 'wall',
  colour: 'r',
  rises: true,
  target: 'red-circle',
  robot: 'r',
};

/** Put down what is in the hand, or take it away where it is already. */
export function used(drawing: BoardDrawing, cell: Cell, grip: BoardGrip): BoardDrawing {
  return painted(drawing, cell, grip, isThere(drawing, cell, grip));
}

function isThere(
  drawing: BoardDrawing,
  cell: Cell,
  { tool, colour, rises, target }: BoardGrip,
): boolean {
  const barrier = barrierAt(drawing, cell);
  const found: Partial<Record<BoardTool, boolean>> = {
    block: isBlocked(drawing, cell),
    barrier: barrier?.colour === colour && barrier.rises === rises,
    target: targetAt(drawing, cell) === target,
  };
  return found[tool] ?? false;
}

/** The same on every cell of a stroke: there, or gone. */
function painted(
  drawing: BoardDrawing,
  cell: Cell,
  grip: BoardGrip,
  isRemoving: boolean,
): BoardDrawing {
  if (!contains(drawing, cell)) return drawing;
  if (isRemoving) return isThere(drawing, cell, grip) ? erased(drawing, cell) : drawing;
  switch (grip.tool) {
    case 'block':
      return withBlocked(drawing, cell, true);
    case 'barrier':
      return withBarrier(drawing, { cell, colour: grip.colour, rises: grip.rises });
    case 'target':
      return withTarget(drawing, grip.target, cell);
    case 'robot':
      return withRobot(drawing, grip.robot, cell);
    case 'erase':
      return erased(drawing, cell);
    case 'hand':
      return chosen(drawing, cell);
    case 'wall':
      return drawing; // edges are painted by `walled`
  }
}

/** The target on a cell is the one that is asked for. */
export function chosen(drawing: BoardDrawing, cell: Cell): BoardDrawing {
  const target = targetAt(drawing, cell);
  return target && target !== drawing.target ? { ...drawing, target } : drawing;
}

// Strokes: what a mouse or a finger does from its first cell to its last

export interface BoardStroke {
  readonly grip: BoardGrip;
  readonly before: BoardDrawing;
  readonly cells: readonly Cell[];
  readonly isRemoving: boolean; // all of it does what its first cell did: a brush does not flicker
}

export function strokeFrom(drawing: BoardDrawing, cell: Cell, grip: BoardGrip): BoardStroke {
  return { grip, before: drawing, cells: [cell], isRemoving: isThere(drawing, cell, grip) };
}

/** The stroke with another cell, and those between: a quick mouse leaves cells out. */
export function strokeTo(stroke: BoardStroke, cell: Cell): BoardStroke {
  const last = stroke.cells.at(-1);
  if (!last || isSame(last, cell)) return stroke;
  return { ...stroke, cells: [...stroke.cells, ...between(last, cell)] };
}

function between(from: Cell, to: Cell): Cell[] {
  const cells: Cell[] = [];
  let [x, y] = from;
  while (x !== to[0] || y !== to[1]) {
    x += Math.sign(to[0] - x);
    y += Math.sign(to[1] - y);
    cells.push([x, y]);
  }
  return cells;
}

/** What the board looks like with the stroke on it. */
export function stroked({ grip, before, cells, isRemoving }: BoardStroke): BoardDrawing {
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return before;
  const isDrag = !isSame(first, last);
  const robot = robotAt(before, first);
  const target = targetAt(before, first);
  // Robots and targets are dragged by hand, and by the tool that puts them down.
  if (isDrag && robot && (grip.tool === 'hand' || grip.tool === 'robot'))
    return withRobot(before, robot, last);
  if (isDrag && target && (grip.tool === 'hand' || grip.tool === 'target'))
    return withTarget(before, target, last);
  if (grip.tool === 'robot' || grip.tool === 'target' || grip.tool === 'hand')
    return painted(before, last, grip, isRemoving && !isDrag);
  return cells.reduce((made, cell) => painted(made, cell, grip, isRemoving), before);
}

/** The edge that is nearest to a point, in cells; null where it is further away than that. */
export function edgeAt(drawing: BoardDrawing, x: number, y: number, within = 0.3): Edge | null {
  const cell: Cell = [Math.floor(x), Math.floor(y)];
  if (!contains(drawing, cell)) return null;
  const [left, top] = [x - cell[0], y - cell[1]];
  const distances: readonly [Heading, number][] = [
    ['n', top],
    ['e', 1 - left],
    ['s', 1 - top],
    ['w', left],
  ];
  const near = distances
    .filter(([side, distance]) => distance <= within && edgeOn(drawing, cell, side))
    .toSorted(([, one], [, other]) => one - other);
  const [side] = near[0] ?? [];
  return side ? edgeOn(drawing, cell, side) : null;
}

export function walled(
  drawing: BoardDrawing,
  edges: readonly WallPlace[],
  isWall: boolean,
): BoardDrawing {
  return edges.reduce((made, { cell, side }) => withWall(made, cell, side, isWall), drawing);
}

// Keys

/** What a key does to the cell under the cursor; null if it means nothing. */
export function typed(
  drawing: BoardDrawing,
  cell: Cell,
  key: string,
  grip: BoardGrip,
): BoardDrawing | null {
  const robot = ROBOTS.find((letter) => letter === key.toLowerCase());
  if (robot) return withRobot(drawing, robot, cell);
  switch (key.toLowerCase()) {
    case 'x':
      return withBlocked(drawing, cell, !isBlocked(drawing, cell));
    case '/':
      return nextBarrier(drawing, cell, true);
    case '\\':
      return nextBarrier(drawing, cell, false);
    case 'o':
      return nextTarget(drawing, cell, grip.target);
    case 'a':
      return chosen(drawing, cell);
    case 'backspace':
    case 'delete':
      return erased(drawing, cell);
    default:
      return null;
  }
}

/** A barrier; pressed again, that of the next robot; after the last one, none. */
function nextBarrier(drawing: BoardDrawing, cell: Cell, rises: boolean): BoardDrawing {
  const here = barrierAt(drawing, cell);
  const isOther = !here || here.rises !== rises;
  const colour = ROBOTS[isOther ? 0 : ROBOTS.indexOf(here.colour) + 1];
  return colour ? withBarrier(drawing, { cell, colour, rises }) : erased(drawing, cell);
}

/** The target in the hand, if it is not on the board; else the next that is not. */
function nextTarget(drawing: BoardDrawing, cell: Cell, held: Target): BoardDrawing {
  const here = targetAt(drawing, cell);
  const used = drawing.targets.map(({ target }) => target);
  const from = TARGETS.indexOf(here ?? held) + (here ? 1 : 0);
  const inTurn = [...TARGETS.slice(from), ...TARGETS.slice(0, from)];
  const next = inTurn.find((target) => !used.includes(target));
  return next ? withTarget(drawing, next, cell) : drawing;
}

export const BOARD_TOOLS: DrawingTools<BoardDrawing, BoardStroke, BoardGrip> = {
  contains,
  towards,
  hasWall,
  edgeAt,
  walled,
  strokeFrom,
  strokeTo,
  stroked,
  erasing: (grip) => ({ ...grip, tool: 'erase' }),
  used,
  typed,
};
