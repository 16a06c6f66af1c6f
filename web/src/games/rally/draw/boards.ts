// Whole boards: cut and grown, shifted, turned, mirrored, and put side by side. Pure.

import type { Cell, Heading } from '../../../wire/generated/rally';
import {
  cellsOf,
  contains,
  FOR_ALL,
  HEADINGS,
  lacking,
  MOST_COLUMNS,
  MOST_FLAGS,
  MOST_ROWS,
  numbersOf,
  opposite,
  PLAIN,
  squareAt,
  towards,
  turned,
  turnedSquare,
  wallsOf,
  type CourseDrawing,
  type DrawnSquare,
} from './drawing';

/** Another size: what is new is plain floor, at the right and at the bottom. */
export function resized(drawing: CourseDrawing, width: number, height: number): CourseDrawing {
  const wide = clamp(width, MOST_COLUMNS);
  const high = clamp(height, MOST_ROWS);
  if (wide === drawing.width && high === drawing.height) return drawing;
  return mended(redrawn(drawing, wide, high, (cell) => cell));
}

function clamp(size: number, most: number): number {
  return Math.min(most, Math.max(1, Math.round(size) || 1));
}

/** A board whose cells come from somewhere on the one before; from beside it comes plain floor. */
function redrawn(
  drawing: CourseDrawing,
  width: number,
  height: number,
  from: (cell: Cell) => Cell,
): CourseDrawing {
  const made = { ...drawing, width, height, squares: [] };
  const squares = cellsOf(made).map((cell) => {
    const there = from(cell);
    return contains(drawing, there) ? squareAt(drawing, there) : PLAIN;
  });
  return { ...made, squares };
}

/** Walls on both sides of their edges again, after boards were cut or put together. */
function mended(drawing: CourseDrawing): CourseDrawing {
  const squares = cellsOf(drawing).map((cell) => {
    const square = squareAt(drawing, cell);
    const walls = HEADINGS.filter((side) => {
      const other = towards(cell, side);
      const isBeyond =
        contains(drawing, other) && wallsOf(squareAt(drawing, other)).includes(opposite(side));
      return wallsOf(square).includes(side) || isBeyond;
    });
    return walls.length ? { ...square, walls } : square;
  });
  return { ...drawing, squares };
}

/** Everything one cell further; what leaves the board is lost. */
export function shifted(drawing: CourseDrawing, heading: Heading): CourseDrawing {
  const { width, height } = drawing;
  return mended(redrawn(drawing, width, height, (cell) => towards(cell, opposite(heading))));
}

/** The whole board, a quarter to the right. */
export function turnedBoard(drawing: CourseDrawing): CourseDrawing {
  const { width, height } = drawing;
  const made = redrawn(drawing, height, width, ([x, y]) => [y, height - 1 - x]);
  return { ...made, squares: made.squares.map(turnedWithWalls) };
}

/** As a part of its board: a gear turns the same way. */
function turnedWithWalls(square: DrawnSquare): DrawnSquare {
  const turnedRound = { ...turnedSquare(square), ...(square.gear ? { gear: square.gear } : {}) };
  const walls = HEADINGS.filter((side) => wallsOf(square).some((one) => turned(one) === side));
  return walls.length ? { ...turnedRound, walls } : turnedRound;
}

const MIRRORED: Readonly<Record<Heading, Heading>> = { n: 'n', e: 'w', s: 's', w: 'e' };

/** Left and right exchanged. */
export function mirrored(drawing: CourseDrawing): CourseDrawing {
  const { width, height } = drawing;
  const made = redrawn(drawing, width, height, ([x, y]) => [width - 1 - x, y]);
  return { ...made, squares: made.squares.map(mirroredSquare) };
}

function mirroredSquare(square: DrawnSquare): DrawnSquare {
  const { belt, pusher, lasers, gear, walls } = square;
  const all = (headings: readonly Heading[]) =>
    HEADINGS.filter((heading) => headings.some((one) => MIRRORED[one] === heading));
  return {
    ...square,
    ...(belt ? { belt: { ...belt, exit: MIRRORED[belt.exit], mouths: all(belt.mouths) } } : {}),
    ...(pusher ? { pusher: { ...pusher, heading: MIRRORED[pusher.heading] } } : {}),
    ...(lasers ? { lasers: mirroredLasers(lasers) } : {}),
    ...(gear ? { gear: gear === 'L' ? ('R' as const) : ('L' as const) } : {}),
    ...(walls ? { walls: all(walls) } : {}),
  };
}

function mirroredLasers(
  lasers: NonNullable<DrawnSquare['lasers']>,
): NonNullable<DrawnSquare['lasers']> {
  return HEADINGS.flatMap((heading) =>
    lasers
      .filter((laser) => MIRRORED[laser.heading] === heading)
      .map((laser) => ({ ...laser, heading })),
  );
}

export type Side = 'e' | 's';

/** How large two boards are beside each other. */
export function sizeTogether(
  one: CourseDrawing,
  other: CourseDrawing,
  side: Side,
): [number, number] {
  return side === 'e'
    ? [one.width + other.width, Math.max(one.height, other.height)]
    : [Math.max(one.width, other.width), one.height + other.height];
}

export function fitsBeside(one: CourseDrawing, other: CourseDrawing, side: Side): boolean {
  const [width, height] = sizeTogether(one, other, side);
  return width <= MOST_COLUMNS && height <= MOST_ROWS;
}

/** Two boards as one. The flags of the second come after those of the first, as far as there are
    numbers; robots start where they did on the first. */
export function joined(one: CourseDrawing, other: CourseDrawing, side: Side): CourseDrawing {
  const [width, height] = sizeTogether(one, other, side);
  const hasStart = numbersOf(one, 'start').length > 0;
  const before = Math.max(FOR_ALL, ...numbersOf(one, 'flag'));
  const renumbered = other.squares.map((square) => {
    const bare = lacking(square, 'flag', ...(hasStart ? (['start'] as const) : []));
    const flag = square.flag === undefined ? 0 : square.flag + before;
    return flag && flag <= MOST_FLAGS ? { ...bare, flag } : bare;
  });
  const second = { ...other, squares: renumbered };
  const made = { ...one, width, height, squares: [] };
  const squares = cellsOf(made).map(([x, y]) => {
    if (contains(one, [x, y])) return squareAt(one, [x, y]);
    const there: Cell = side === 'e' ? [x - one.width, y] : [x, y - one.height];
    return contains(second, there) ? squareAt(second, there) : PLAIN;
  });
  return mended({ ...made, squares });
}
