// A course that is being drawn, as a value, and all that can be done to one square. Pure.
//
// No rules: what may be on a cell together is told by the server's check. But what is put on a cell
// replaces what it would be odd to have there with it, as a brush does.

import type { Belt, Cell, CourseFacts, Gear, Heading } from '../../../wire/generated/rally';
import { STEP } from '../board/geometry';

export const HEADINGS: readonly Heading[] = ['n', 'e', 's', 'w'];
export const REGISTERS: readonly number[] = [1, 2, 3, 4, 5];
export const MOST_BEAMS = 3;
export const MOST_FLAGS = 9;
export const MOST_STARTS = 8;
export const MOST_COLUMNS = 26; // they are called A to Z
export const MOST_ROWS = 99;
export const FOR_ALL = 0; // the number of a start that all robots share

export interface Laser {
  readonly heading: Heading;
  readonly beams: number;
}

export interface Pusher {
  readonly heading: Heading;
  readonly registers: readonly number[];
}

/** What is on a cell; what is not there is left out, so that plain floor is {}. */
export interface DrawnSquare {
  readonly belt?: Belt;
  readonly flag?: number;
  readonly start?: number;
  readonly repair?: number;
  readonly gear?: Gear;
  readonly press?: readonly number[];
  readonly pusher?: Pusher;
  readonly lasers?: readonly Laser[];
  readonly pit?: true;
  readonly walls?: readonly Heading[]; // a wall between two cells is on both squares
}

export interface CourseDrawing {
  readonly name: string;
  readonly level: CourseFacts['level'];
  readonly players: readonly [fewest: number, most: number];
  readonly author: string;
  readonly texts: Readonly<Record<string, string>>; // by language; a plain one is under ''
  readonly edge: CourseFacts['edge'] | null; // null: as the table agrees
  readonly rules: Readonly<Record<string, string>>;
  readonly comments: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly squares: readonly DrawnSquare[]; // row by row, the northernmost first
}

export const PLAIN: DrawnSquare = {};

export function blank(name: string, width = 12, height = 12): CourseDrawing {
  return {
    name,
    level: 'beginner',
    players: [1, 8],
    author: '',
    texts: {},
    edge: 'pit',
    rules: {},
    comments: [],
    width,
    height,
    squares: Array.from({ length: width * height }, () => PLAIN),
  };
}

export function contains({ width, height }: CourseDrawing, [x, y]: Cell): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}

export function squareAt({ width, squares }: CourseDrawing, [x, y]: Cell): DrawnSquare {
  return squares[y * width + x] ?? PLAIN;
}

export function towards([x, y]: Cell, heading: Heading): Cell {
  const [dx, dy] = STEP[heading];
  return [x + dx, y + dy];
}

export function opposite(heading: Heading): Heading {
  return turned(turned(heading));
}

/** The next heading to the right. */
export function turned(heading: Heading): Heading {
  return HEADINGS[(HEADINGS.indexOf(heading) + 1) % HEADINGS.length] ?? heading;
}

export function cellsOf({ width, height }: CourseDrawing): Cell[] {
  return Array.from({ length: width * height }, (_, at): Cell => [
    at % width,
    Math.floor(at / width),
  ]);
}

/** The same drawing if the square is the same: then nothing has to be undone. */
export function withSquare(drawing: CourseDrawing, cell: Cell, square: DrawnSquare): CourseDrawing {
  if (!contains(drawing, cell)) return drawing;
  if (JSON.stringify(square) === JSON.stringify(squareAt(drawing, cell))) return drawing;
  return { ...drawing, squares: drawing.squares.with(cell[1] * drawing.width + cell[0], square) };
}

/** All of a square but some of it. */
export function lacking(
  square: DrawnSquare,
  ...names: readonly (keyof DrawnSquare)[]
): DrawnSquare {
  return Object.fromEntries(
    Object.entries(square).filter(([name]) => !names.includes(name as keyof DrawnSquare)),
  );
}

export function wallsOf(square: DrawnSquare): readonly Heading[] {
  return square.walls ?? [];
}

export function hasWall(drawing: CourseDrawing, cell: Cell, side: Heading): boolean {
  return wallsOf(squareAt(drawing, cell)).includes(side);
}

/** A wall is on both sides of an edge. */
export function withWall(
  drawing: CourseDrawing,
  cell: Cell,
  side: Heading,
  isThere: boolean,
): CourseDrawing {
  const sides: readonly [Cell, Heading][] = [
    [cell, side],
    [towards(cell, side), opposite(side)],
  ];
  return sides.reduce((made, [at, of]) => {
    if (!contains(made, at)) return made;
    const square = squareAt(made, at);
    const wanted = HEADINGS.filter((one) => (one === of ? isThere : wallsOf(square).includes(one)));
    const bare = lacking(square, 'walls');
    return withSquare(made, at, wanted.length ? { ...bare, walls: wanted } : bare);
  }, drawing);
}

/** Everything off a cell, the walls round it too. */
export function erased(drawing: CourseDrawing, cell: Cell): CourseDrawing {
  const open = HEADINGS.reduce((made, side) => withWall(made, cell, side, false), drawing);
  return withSquare(open, cell, PLAIN);
}

const GROUND: readonly (keyof DrawnSquare)[] = ['belt', 'gear', 'repair', 'pit', 'start'];

/** Put something on a cell, instead of what is odd beside it: one floor, nothing on pits or starts. */
export function withThing(drawing: CourseDrawing, cell: Cell, thing: DrawnSquare): CourseDrawing {
  const square = squareAt(drawing, cell);
  const isAlone = thing.pit || thing.start !== undefined;
  const isGround = GROUND.some((name) => thing[name] !== undefined);
  const walls = square.walls ? { walls: square.walls } : {};
  if (isAlone) return withSquare(drawing, cell, { ...thing, ...walls });
  const rest = lacking(square, 'pit', 'start', ...(isGround ? GROUND : []));
  return withSquare(drawing, cell, { ...rest, ...thing });
}

export function isBare(square: DrawnSquare): boolean {
  return Object.keys(square).every((name) => name === 'walls');
}

/** Where something with this number is. */
export function cellWith(
  drawing: CourseDrawing,
  of: 'flag' | 'start',
  number: number,
): Cell | null {
  return cellsOf(drawing).find((cell) => squareAt(drawing, cell)[of] === number) ?? null;
}

export function numbersOf(drawing: CourseDrawing, of: 'flag' | 'start'): number[] {
  return drawing.squares.flatMap((square) => square[of] ?? []).toSorted((a, b) => a - b);
}

/** The first number that is free; null if all are taken. */
export function nextNumber(drawing: CourseDrawing, of: 'flag' | 'start'): number | null {
  const taken = numbersOf(drawing, of);
  const most = of === 'flag' ? MOST_FLAGS : MOST_STARTS;
  const all = Array.from({ length: most }, (_, at) => at + 1);
  return all.find((number) => !taken.includes(number)) ?? null;
}

/** A flag or start is in one place: it leaves the one where it was. */
export function withNumber(
  drawing: CourseDrawing,
  cell: Cell,
  of: 'flag' | 'start',
  number: number,
): CourseDrawing {
  const isOther = (other: number | undefined) =>
    other !== undefined &&
    (other === number || (of === 'start' && (other === FOR_ALL) !== (number === FOR_ALL)));
  const cleared = cellsOf(drawing).reduce((made, at) => {
    const square = squareAt(made, at);
    return isOther(square[of]) ? withSquare(made, at, lacking(square, of)) : made;
  }, drawing);
  return withThing(cleared, cell, of === 'flag' ? { flag: number } : { start: number });
}

/** Drag a flag or a start somewhere else. The same drawing where there is nothing to drag. */
export function moved(drawing: CourseDrawing, from: Cell, to: Cell): CourseDrawing {
  const { flag, start } = squareAt(drawing, from);
  if (!contains(drawing, to)) return drawing;
  if (flag !== undefined) return withNumber(drawing, to, 'flag', flag);
  return start === undefined ? drawing : withNumber(drawing, to, 'start', start);
}

// What is on one square, turned and toggled

export function turnedBelt(belt: Belt): Belt {
  return { ...belt, exit: turned(belt.exit), mouths: ordered(belt.mouths.map(turned)) };
}

/** All that has a heading on a square, a quarter to the right; a gear the other way. */
export function turnedSquare(square: DrawnSquare): DrawnSquare {
  const { belt, pusher, lasers, gear } = square;
  return {
    ...square,
    ...(belt ? { belt: turnedBelt(belt) } : {}),
    ...(pusher ? { pusher: { ...pusher, heading: turned(pusher.heading) } } : {}),
    ...(lasers
      ? { lasers: byHeading(lasers.map((one) => ({ ...one, heading: turned(one.heading) }))) }
      : {}),
    ...(gear ? { gear: gear === 'L' ? ('R' as const) : ('L' as const) } : {}),
  };
}

/** The headings at which a robot may come in that this belt turns. */
export function sidesOf({ exit }: Belt): readonly [left: Heading, right: Heading] {
  return [turned(exit), opposite(turned(exit))];
}

/** A straight belt gets a curve from one side, from the other, from both, and is straight again. */
export function nextCurve(belt: Belt): Belt {
  const [left, right] = sidesOf(belt);
  const ways: readonly (readonly Heading[])[] = [[], [left], [right], [left, right]];
  const at = ways.findIndex((way) => ordered(way).join() === ordered(belt.mouths).join());
  return { ...belt, mouths: ordered(ways[(at + 1) % ways.length] ?? []) };
}

export function withMouth(belt: Belt, heading: Heading, isThere: boolean): Belt {
  const others = belt.mouths.filter((one) => one !== heading);
  return { ...belt, mouths: ordered(isThere ? [...others, heading] : others) };
}

/** One register more or less; the last one stays: a press without any is none. */
export function toggled(registers: readonly number[], register: number): readonly number[] {
  const wanted = registers.includes(register)
    ? registers.filter((one) => one !== register)
    : [...registers, register].toSorted((a, b) => a - b);
  return wanted.length ? wanted : registers;
}

/** A laser on a cell, one for each heading. */
export function withLaser(lasers: readonly Laser[], laser: Laser): readonly Laser[] {
  return byHeading([...lasers.filter(({ heading }) => heading !== laser.heading), laser]);
}

function byHeading(lasers: readonly Laser[]): readonly Laser[] {
  return lasers.toSorted(
    (one, other) => HEADINGS.indexOf(one.heading) - HEADINGS.indexOf(other.heading),
  );
}

function ordered(headings: readonly Heading[]): readonly Heading[] {
  return HEADINGS.filter((heading) => headings.includes(heading));
}
