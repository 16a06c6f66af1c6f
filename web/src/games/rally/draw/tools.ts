// What is in the hand of somebody who draws, and what it does to a board. Pure.

import type { DrawingTools, WallPlace } from '../../../editor/tools';
import type { Cell, Heading } from '../../../wire/generated/rally';
import {
  contains,
  erased,
  FOR_ALL,
  hasWall,
  lacking,
  moved,
  nextCurve,
  nextNumber,
  numbersOf,
  opposite,
  squareAt,
  towards,
  turnedSquare,
  withLaser,
  withNumber,
  withSquare,
  withThing,
  withWall,
  type CourseDrawing,
  type DrawnSquare,
} from './drawing';

export const TOOLS = [
  'hand',
  'wall',
  'belt',
  'express',
  'gear-left',
  'gear-right',
  'pit',
  'repair',
  'repair-2',
  'press',
  'pusher',
  'laser',
  'flag',
  'start',
  'start-own',
  'erase',
] as const;
export type Tool = (typeof TOOLS)[number];

/** Those that point somewhere: they can be turned before they are put down. */
export const POINTING: readonly Tool[] = ['belt', 'express', 'pusher', 'laser'];

/** The registers of a press or a pusher that is new. */
const USUAL = { press: [2, 4], pusher: [1, 3, 5] } as const;

/** How things are put down: the way they point. */
export interface Grip {
  readonly tool: Tool;
  readonly heading: Heading;
}

/** Put down what is in the hand. Where it is already, it is turned, or taken away again. */
export function used(drawing: CourseDrawing, cell: Cell, { tool, heading }: Grip): CourseDrawing {
  if (!contains(drawing, cell)) return drawing;
  switch (tool) {
    case 'hand':
      return drawing;
    case 'erase':
      return erased(drawing, cell);
    case 'wall':
      return withWall(drawing, cell, heading, !hasWall(drawing, cell, heading));
    case 'flag':
    case 'start':
    case 'start-own':
      return numbered(drawing, cell, tool);
    default:
      return put(drawing, cell, tool, heading);
  }
}

function numbered(
  drawing: CourseDrawing,
  cell: Cell,
  tool: 'flag' | 'start' | 'start-own',
): CourseDrawing {
  const of = tool === 'flag' ? 'flag' : 'start';
  const square = squareAt(drawing, cell);
  const isHere = square[of] !== undefined && (square.start === FOR_ALL) === (tool === 'start');
  if (isHere) return seated(withSquare(drawing, cell, lacking(square, of)));
  const number = tool === 'start' ? FOR_ALL : nextNumber(drawing, of);
  return number === null ? drawing : seated(withNumber(drawing, cell, of, number));
}

/** As many players as there are starts of their own. */
export function seated(drawing: CourseDrawing): CourseDrawing {
  const own = numbersOf(drawing, 'start').filter((start) => start !== FOR_ALL);
  if (!own.length) return drawing;
  const most = Math.max(...own);
  const [fewest] = drawing.players;
  return { ...drawing, players: [Math.min(fewest, most), most] };
}

/** Something without a number; belts, pushers and lasers of the same kind are turned. */
export function put(
  drawing: CourseDrawing,
  cell: Cell,
  tool: Tool,
  heading: Heading,
): CourseDrawing {
  const square = squareAt(drawing, cell);
  switch (tool) {
    case 'belt':
    case 'express': {
      const { belt } = square;
      const isExpress = tool === 'express';
      if (belt?.exit === heading && belt.is_express === isExpress)
        return withSquare(drawing, cell, turnedSquare(square));
      return withThing(drawing, cell, {
        belt: { exit: heading, is_express: isExpress, mouths: [] },
      });
    }
    case 'pusher': {
      const { pusher } = square;
      if (pusher?.heading === heading) return withSquare(drawing, cell, turnedSquare(square));
      return withThing(drawing, cell, {
        pusher: { heading, registers: pusher?.registers ?? USUAL.pusher },
      });
    }
    case 'laser': {
      const { lasers = [] } = square;
      const here = lasers.find((laser) => laser.heading === heading);
      if (!here)
        return withThing(drawing, cell, { lasers: withLaser(lasers, { heading, beams: 1 }) });
      const others = lasers.filter((laser) => laser !== here);
      return withSquare(
        drawing,
        cell,
        others.length ? { ...square, lasers: others } : lacking(square, 'lasers'),
      );
    }
    case 'press':
      return toggledThing(drawing, cell, { press: USUAL.press });
    case 'gear-left':
      return toggledThing(drawing, cell, { gear: 'L' });
    case 'gear-right':
      return toggledThing(drawing, cell, { gear: 'R' });
    case 'repair':
      return toggledThing(drawing, cell, { repair: 1 });
    case 'repair-2':
      return toggledThing(drawing, cell, { repair: 2 });
    case 'pit':
      return toggledThing(drawing, cell, { pit: true });
    default:
      return drawing;
  }
}

function toggledThing(drawing: CourseDrawing, cell: Cell, thing: DrawnSquare): CourseDrawing {
  const square = squareAt(drawing, cell);
  const isHere = (Object.keys(thing) as (keyof DrawnSquare)[]).every((name) =>
    name === 'press' ? square.press !== undefined : square[name] === thing[name],
  );
  if (!isHere) return withThing(drawing, cell, thing);
  return withSquare(
    drawing,
    cell,
    lacking(square, ...(Object.keys(thing) as (keyof DrawnSquare)[])),
  );
}

/** Whether a cell has already what would be put there. */
function isThere(drawing: CourseDrawing, cell: Cell, { tool, heading }: Grip): boolean {
  const { belt, pusher, lasers = [], press, gear, repair, pit } = squareAt(drawing, cell);
  const found: Partial<Record<Tool, boolean>> = {
    belt: belt?.exit === heading && !belt.is_express,
    express: belt?.exit === heading && belt.is_express,
    pusher: pusher?.heading === heading,
    laser: lasers.some((laser) => laser.heading === heading),
    press: press !== undefined,
    'gear-left': gear === 'L',
    'gear-right': gear === 'R',
    repair: repair === 1,
    'repair-2': repair === 2,
    pit: pit ?? false,
  };
  return found[tool] ?? false;
}

// Strokes: what a mouse or a finger paints from its first cell to its last

/** A stroke so far. All of it does what its first cell did: a brush does not flicker. */
export interface BrushStroke {
  readonly grip: Grip;
  readonly before: CourseDrawing;
  readonly cells: readonly Cell[]; // without repetitions one after the other
  readonly isRemoving: boolean;
}

export function strokeFrom(drawing: CourseDrawing, cell: Cell, grip: Grip): BrushStroke {
  return { grip, before: drawing, cells: [cell], isRemoving: isThere(drawing, cell, grip) };
}

/** The stroke with another cell, and those between: a quick mouse leaves cells out. */
export function strokeTo(stroke: BrushStroke, cell: Cell): BrushStroke {
  const last = stroke.cells.at(-1);
  if (!last || (last[0] === cell[0] && last[1] === cell[1])) return stroke;
  return { ...stroke, cells: [...stroke.cells, ...between(last, cell)] };
}

/** From one cell to another, first along, then down: never across a corner. */
export function between(from: Cell, to: Cell): Cell[] {
  const cells: Cell[] = [];
  let [x, y] = from;
  while (x !== to[0] || y !== to[1]) {
    if (x !== to[0]) x += Math.sign(to[0] - x);
    else y += Math.sign(to[1] - y);
    cells.push([x, y]);
  }
  return cells;
}

/** What the board looks like with the stroke on it. */
export function stroked({ grip, before, cells, isRemoving }: BrushStroke): CourseDrawing {
  const [first] = cells;
  if (!first) return before;
  switch (grip.tool) {
    case 'hand':
      return seated(moved(before, first, cells.at(-1) ?? first));
    case 'flag':
    case 'start':
    case 'start-own':
      return dragged(before, cells, grip);
    case 'belt':
    case 'express':
      return cells.length === 1 ? used(before, first, grip) : beltAlong(before, cells, grip.tool);
    case 'wall':
      return used(before, first, grip); // edges are painted by `walled`
    default:
      return cells.reduce((made, cell) => painted(made, cell, grip, isRemoving), before);
  }
}

/** A flag or start that is there is dragged; on another cell a new one is put down. */
function dragged(before: CourseDrawing, cells: readonly Cell[], grip: Grip): CourseDrawing {
  const [first, last] = [cells[0] ?? [0, 0], cells.at(-1) ?? [0, 0]] satisfies [Cell, Cell];
  if (cells.length === 1) return used(before, first, grip);
  const { flag, start } = squareAt(before, first);
  const isHeld = (grip.tool === 'flag' ? flag : start) !== undefined;
  return isHeld ? moved(before, first, last) : used(before, last, grip);
}

/** The same on every cell: there, or gone. */
function painted(
  drawing: CourseDrawing,
  cell: Cell,
  grip: Grip,
  isRemoving: boolean,
): CourseDrawing {
  if (grip.tool === 'erase') return erased(drawing, cell);
  return isThere(drawing, cell, grip) === isRemoving ? used(drawing, cell, grip) : drawing;
}

/** A belt that runs as it was drawn, with curves where it turns. */
export function beltAlong(
  drawing: CourseDrawing,
  cells: readonly Cell[],
  tool: 'belt' | 'express',
): CourseDrawing {
  return cells.reduce((made, cell, at) => {
    const [before, after] = [cells[at - 1], cells[at + 1]];
    const came = before ? headingTo(before, cell) : null;
    const exit = after ? headingTo(cell, after) : came;
    if (!exit || !contains(made, cell)) return made;
    const isCurve = came !== null && came !== exit && came !== opposite(exit);
    const belt = { exit, is_express: tool === 'express', mouths: isCurve ? [came] : [] };
    return withThing(made, cell, { belt });
  }, drawing);
}

/** From a cell to the one beside it; null where they are not beside each other. */
export function headingTo(from: Cell, to: Cell): Heading | null {
  const headings = ['n', 'e', 's', 'w'] as const;
  return (
    headings.find((heading) => {
      const [x, y] = towards(from, heading);
      return x === to[0] && y === to[1];
    }) ?? null
  );
}

// Walls

const NEAR = 0.34; // of a cell: in the middle of it no edge is meant

/** The edge that is meant by a point, in cells from the corner of the board; null in the middle. */
export function edgeAt(
  drawing: CourseDrawing,
  x: number,
  y: number,
  near = NEAR,
): WallPlace | null {
  const cell: Cell = [
    Math.min(drawing.width - 1, Math.max(0, Math.floor(x))),
    Math.min(drawing.height - 1, Math.max(0, Math.floor(y))),
  ];
  const away: readonly [number, Heading][] = [
    [y - cell[1], 'n'],
    [cell[0] + 1 - x, 'e'],
    [cell[1] + 1 - y, 's'],
    [x - cell[0], 'w'],
  ];
  const [distance, side] = away.reduce((least, one) => (one[0] < least[0] ? one : least));
  return Math.abs(distance) <= near ? { cell, side } : null;
}

/** Edges with walls, or without. */
export function walled(
  drawing: CourseDrawing,
  edges: readonly WallPlace[],
  isThere: boolean,
): CourseDrawing {
  return edges.reduce((made, { cell, side }) => withWall(made, cell, side, isThere), drawing);
}

// Keys

/** What a key puts on the cell under the cursor; null if it means nothing. */
export function typed(
  drawing: CourseDrawing,
  cell: Cell,
  key: string,
  heading: Heading,
): CourseDrawing | null {
  const square = squareAt(drawing, cell);
  if (/^[1-9]$/.test(key)) {
    const flag = Number(key);
    return square.flag === flag
      ? withSquare(drawing, cell, lacking(square, 'flag'))
      : withNumber(drawing, cell, 'flag', flag);
  }
  switch (key.toLowerCase()) {
    case 'b':
      return put(drawing, cell, 'belt', heading);
    case 'e':
      return put(drawing, cell, 'express', heading);
    case 'g':
      return put(drawing, cell, square.gear ? 'gear-left' : 'gear-right', heading);
    case 'o':
      return put(drawing, cell, 'pit', heading);
    case '+':
      return put(drawing, cell, square.repair ? 'repair-2' : 'repair', heading);
    case 'x':
      return put(drawing, cell, 'press', heading);
    case 'p':
      return put(drawing, cell, 'pusher', heading);
    case 'l':
      return put(drawing, cell, 'laser', heading);
    case 's':
      return numbered(drawing, cell, 'start');
    case 'n':
      return numbered(drawing, cell, 'start-own');
    case 't':
      return withSquare(drawing, cell, turnedSquare(square));
    case 'c':
      return square.belt
        ? withSquare(drawing, cell, { ...square, belt: nextCurve(square.belt) })
        : drawing;
    case '.':
    case 'delete':
    case 'backspace':
      return erased(drawing, cell);
    default:
      return null;
  }
}

export const COURSE_TOOLS: DrawingTools<CourseDrawing, BrushStroke, Grip> = {
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
  typed: (drawing, cell, key, { heading }) => typed(drawing, cell, key, heading),
};
