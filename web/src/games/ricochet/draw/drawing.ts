// A board while it is drawn, as a value that is never changed. Pure: it knows what can be drawn
// where, and how a board is written on one line; whether it can be solved, the server knows.

import { ROBOTS } from '../../../board/robots';
import type {
  Barrier,
  BoardFacts,
  Cell,
  Heading,
  Robot,
  Target,
} from '../../../wire/generated/ricochet';
import { DIGITS, isSame, positionText, robotsText } from '../board/notation';
import { STEP } from '../board/grid';
import { colourOf, symbolOf, TARGETS } from '../board/words';

/** A wall between two cells, by the one west or north of it. */
export interface Edge {
  readonly cell: Cell;
  readonly side: 'e' | 's';
}

export interface TargetPlace {
  readonly target: Target;
  readonly cell: Cell;
}

export interface BoardDrawing {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly walls: readonly Edge[]; // none beside a blocked cell, which is closed anyway
  readonly blocked: readonly Cell[];
  readonly barriers: readonly Barrier[];
  readonly targets: readonly TargetPlace[];
  readonly robots: readonly Cell[]; // the first ones in their order
  readonly target: Target | null; // the chosen one, if it is on the board
}

export const SMALLEST = 3; // columns, and rows
export const LARGEST = 32;
export const HEADINGS: readonly Heading[] = ['n', 'e', 's', 'w'];
const FIRST_ROBOTS = 4;

export function blank(width = 16, height = 16): BoardDrawing {
  const [right, bottom] = [width - 1, height - 1];
  const corners: readonly Cell[] = [
    [0, 0],
    [right, 0],
    [right, bottom],
    [0, bottom],
  ];
  return {
    name: '',
    width,
    height,
    walls: [],
    blocked: [],
    barriers: [],
    targets: [],
    robots: corners.slice(0, FIRST_ROBOTS),
    target: null,
  };
}

// Places

type Size = Pick<BoardDrawing, 'width' | 'height'>;

export function contains({ width, height }: Size, [x, y]: Cell): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}

export function towards([x, y]: Cell, side: Heading): Cell {
  const [dx, dy] = STEP[side];
  return [x + dx, y + dy];
}

function isIn(cells: readonly Cell[], cell: Cell): boolean {
  return cells.some((other) => isSame(other, cell));
}

function cellsOf({ width, height }: Size): Cell[] {
  return Array.from({ length: width * height }, (_, at): Cell => [
    at % width,
    Math.floor(at / width),
  ]);
}

/** The edge on a side of a cell, as it is kept; null along the frame, which is a wall anyway. */
export function edgeOn(drawing: BoardDrawing, cell: Cell, side: Heading): Edge | null {
  const there = towards(cell, side);
  if (!contains(drawing, cell) || !contains(drawing, there)) return null;
  if (side === 'e' || side === 's') return { cell, side };
  return { cell: there, side: side === 'w' ? 'e' : 's' };
}

function isEdge(one: Edge, other: Edge): boolean {
  return one.side === other.side && isSame(one.cell, other.cell);
}

export function hasWall(drawing: BoardDrawing, cell: Cell, side: Heading): boolean {
  const edge = edgeOn(drawing, cell, side);
  return edge !== null && drawing.walls.some((wall) => isEdge(wall, edge));
}

export function targetAt({ targets }: BoardDrawing, cell: Cell): Target | null {
  return targets.find((place) => isSame(place.cell, cell))?.target ?? null;
}

export function barrierAt({ barriers }: BoardDrawing, cell: Cell): Barrier | null {
  return barriers.find((barrier) => isSame(barrier.cell, cell)) ?? null;
}

export function robotAt({ robots }: BoardDrawing, cell: Cell): Robot | null {
  return ROBOTS[robots.findIndex((robot) => isSame(robot, cell))] ?? null;
}

export function isBlocked({ blocked }: BoardDrawing, cell: Cell): boolean {
  return isIn(blocked, cell);
}

/** Whether a robot could be put there. */
function isFree(drawing: BoardDrawing, cell: Cell): boolean {
  return contains(drawing, cell) && !isBlocked(drawing, cell) && !barrierAt(drawing, cell);
}

/** The target that is asked for: the chosen one, else the first. */
export function aimOf({ target, targets }: BoardDrawing): Target | null {
  if (targets.some((place) => place.target === target)) return target;
  return TARGETS.find((token) => targets.some((place) => place.target === token)) ?? null;
}

// What can be done to it. Where something cannot be drawn, the drawing stays the same value.

export function withWall(
  drawing: BoardDrawing,
  cell: Cell,
  side: Heading,
  isThere: boolean,
): BoardDrawing {
  const edge = edgeOn(drawing, cell, side);
  if (!edge || hasWall(drawing, cell, side) === isThere) return drawing;
  if (isBlocked(drawing, cell) || isBlocked(drawing, towards(cell, side))) return drawing;
  const others = drawing.walls.filter((wall) => !isEdge(wall, edge));
  return { ...drawing, walls: isThere ? [...others, edge] : others };
}

/** A cell without anything but its walls and its robot. */
function cleared(drawing: BoardDrawing, cell: Cell): BoardDrawing {
  const isElsewhere = (thing: { cell: Cell }) => !isSame(thing.cell, cell);
  return {
    ...drawing,
    blocked: drawing.blocked.filter((other) => !isSame(other, cell)),
    barriers: drawing.barriers.filter(isElsewhere),
    targets: drawing.targets.filter(isElsewhere),
  };
}

/** No robot begins on a blocked cell: where one stands, nothing is blocked. */
export function withBlocked(drawing: BoardDrawing, cell: Cell, isThere: boolean): BoardDrawing {
  if (!contains(drawing, cell) || isBlocked(drawing, cell) === isThere) return drawing;
  if (robotAt(drawing, cell)) return drawing;
  const bare = cleared(drawing, cell);
  if (!isThere) return bare;
  const beside = HEADINGS.flatMap((side) => edgeOn(drawing, cell, side) ?? []);
  return {
    ...bare,
    blocked: [...bare.blocked, cell],
    walls: bare.walls.filter((wall) => !beside.some((edge) => isEdge(edge, wall))),
  };
}

/** No robot rests on a barrier: where one stands, none is drawn. */
export function withBarrier(drawing: BoardDrawing, barrier: Barrier): BoardDrawing {
  const { cell } = barrier;
  if (!contains(drawing, cell) || robotAt(drawing, cell)) return drawing;
  const bare = cleared(drawing, cell);
  return { ...bare, barriers: [...bare.barriers, barrier] };
}

/** Each target is on the board once: it leaves its cell for another. */
export function withTarget(drawing: BoardDrawing, target: Target, cell: Cell): BoardDrawing {
  if (!contains(drawing, cell)) return drawing;
  const bare = cleared(drawing, cell);
  const others = bare.targets.filter((place) => place.target !== target);
  return { ...bare, targets: [...others, { target, cell }] };
}

/** Robots before it that are not on the board yet come with it, and two change places. */
export function withRobot(drawing: BoardDrawing, robot: Robot, cell: Cell): BoardDrawing {
  if (!isFree(drawing, cell)) return drawing;
  const slot = ROBOTS.indexOf(robot);
  const before = withCount(drawing, Math.max(drawing.robots.length, slot + 1));
  const from = before.robots[slot];
  if (!from) return drawing;
  const robots = before.robots.map((other, at) => {
    if (at === slot) return cell;
    return isSame(other, cell) ? from : other;
  });
  return { ...before, robots };
}

/** Further robots begin in the corners, else on free cells; where there is no target if possible. */
export function withCount(drawing: BoardDrawing, count: number): BoardDrawing {
  const robots = drawing.robots.slice(0, Math.max(1, count));
  const all = [...blank(drawing.width, drawing.height).robots, ...cellsOf(drawing)];
  const free = all
    .filter((cell) => isFree(drawing, cell))
    .toSorted((one, other) => Number(hasTarget(drawing, one)) - Number(hasTarget(drawing, other)));
  while (robots.length < Math.min(count, ROBOTS.length)) {
    const cell = free.find((other) => !isIn(robots, other));
    if (!cell) break;
    robots.push(cell);
  }
  return robots.length === drawing.robots.length ? drawing : { ...drawing, robots };
}

function hasTarget(drawing: BoardDrawing, cell: Cell): boolean {
  return targetAt(drawing, cell) !== null;
}

/** Take away what is on a cell; where there is nothing, the walls round it. The last robot stays. */
export function erased(drawing: BoardDrawing, cell: Cell): BoardDrawing {
  const robot = robotAt(drawing, cell);
  if (robot && drawing.robots.length > 1)
    return { ...drawing, robots: drawing.robots.filter((other) => !isSame(other, cell)) };
  const bare = cleared(drawing, cell);
  const hadThings = isBlocked(drawing, cell) || barrierAt(drawing, cell) || targetAt(drawing, cell);
  if (hadThings) return bare;
  return HEADINGS.reduce((made, side) => withWall(made, cell, side, false), drawing);
}

function sizeWithin(value: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, Math.round(value) || SMALLEST));
}

/** Cut off or add on at the right and below. Robots that are cut off begin elsewhere. */
export function resized(drawing: BoardDrawing, columns: number, rows: number): BoardDrawing {
  const size = { width: sizeWithin(columns), height: sizeWithin(rows) };
  const isOn = (cell: Cell) => contains(size, cell);
  const cut: BoardDrawing = {
    ...drawing,
    ...size,
    walls: drawing.walls.filter(({ cell, side }) => isOn(cell) && isOn(towards(cell, side))),
    blocked: drawing.blocked.filter(isOn),
    barriers: drawing.barriers.filter(({ cell }) => isOn(cell)),
    targets: drawing.targets.filter(({ cell }) => isOn(cell)),
    robots: drawing.robots.filter(isOn),
  };
  return withCount(cut, drawing.robots.length);
}

type Place = (cell: Cell) => Cell;

/** Everything elsewhere: sides and barriers as the picture of a wall says. */
function carried(
  drawing: BoardDrawing,
  size: Size,
  place: Place,
  turn: (side: Heading) => Heading,
): BoardDrawing {
  const bare: BoardDrawing = { ...drawing, ...size, walls: [] };
  const walls = drawing.walls.flatMap(
    ({ cell, side }) => edgeOn(bare, place(cell), turn(side)) ?? [],
  );
  return {
    ...bare,
    walls,
    blocked: drawing.blocked.map(place),
    barriers: drawing.barriers.map(({ cell, colour, rises }) => ({
      cell: place(cell),
      colour,
      rises: !rises, // both a quarter turn and a mirror do that
    })),
    targets: drawing.targets.map(({ target, cell }) => ({ target, cell: place(cell) })),
    robots: drawing.robots.map(place),
  };
}

const CLOCKWISE: Readonly<Record<Heading, Heading>> = { n: 'e', e: 's', s: 'w', w: 'n' };
const MIRRORED: Readonly<Record<Heading, Heading>> = { n: 'n', e: 'w', s: 's', w: 'e' };

export function turned(drawing: BoardDrawing): BoardDrawing {
  const { width, height } = drawing;
  return carried(
    drawing,
    { width: height, height: width },
    ([x, y]) => [height - 1 - y, x],
    (side) => CLOCKWISE[side],
  );
}

export function mirrored(drawing: BoardDrawing): BoardDrawing {
  const { width, height } = drawing;
  return carried(
    drawing,
    { width, height },
    ([x, y]) => [width - 1 - x, y],
    (side) => MIRRORED[side],
  );
}

// As facts, which are drawn, and back

export function factsOf(drawing: BoardDrawing): BoardFacts {
  const { width, height, walls, blocked, barriers, targets } = drawing;
  const round = blocked.flatMap((cell) =>
    HEADINGS.filter((side) => !isBlocked(drawing, towards(cell, side))).map((side) => ({
      cell,
      side,
    })),
  );
  return {
    board: lineOf(drawing),
    sections: [],
    boxes: [],
    width,
    height,
    walls: [...walls, ...round],
    barriers,
    targets: targets.map(({ target, cell }) => ({
      target,
      cell,
      colour: colourOf(target),
      symbol: symbolOf(target),
    })),
    centre: blocked,
  };
}

export function drawingOf(
  { width, height, walls, barriers, targets, centre }: BoardFacts,
  robots: readonly Cell[],
  target: Target | null,
  name = '',
): BoardDrawing {
  const bare: BoardDrawing = {
    ...blank(width, height),
    name,
    blocked: centre,
    barriers,
    targets: targets.map((place) => ({ target: place.target, cell: place.cell })),
    robots,
    target,
  };
  const drawn = walls.reduce((made, { cell, side }) => withWall(made, cell, side, true), bare);
  return robots.length ? drawn : withCount(drawn, FIRST_ROBOTS);
}

// On one line

/** The text of a board, as the server writes it: places that are skipped, and what comes then. */
export function lineOf(drawing: BoardDrawing): string {
  const cells = cellsOf(drawing);
  const free = cells.filter((cell) => !isBlocked(drawing, cell));
  const restful = free.filter((cell) => !barrierAt(drawing, cell));
  const edges = free.flatMap((cell) =>
    (['e', 's'] as const)
      .filter((side) => {
        const there = towards(cell, side);
        return contains(drawing, there) && !isBlocked(drawing, there);
      })
      .map((side) => ({ cell, side })),
  );
  return [
    'v1',
    `${drawing.width}x${drawing.height}`,
    skips(edges, ({ cell, side }) => (hasWall(drawing, cell, side) ? '' : null)),
    skips(cells, (cell) => (isBlocked(drawing, cell) ? '' : null)),
    skips(free, (cell) => barrierLetter(barrierAt(drawing, cell))),
    skips(restful, (cell) => targetLetters(targetAt(drawing, cell))),
  ].join('.');
}

function skips<T>(places: readonly T[], written: (place: T) => string | null): string {
  let [text, skipped] = ['', 0];
  for (const place of places) {
    const letters = written(place);
    if (letters === null) {
      skipped += 1;
      continue;
    }
    const many = Math.floor(skipped / DIGITS.length);
    text += '-'.repeat(many) + (DIGITS[skipped % DIGITS.length] ?? '') + letters;
    skipped = 0;
  }
  return text;
}

function barrierLetter(barrier: Barrier | null): string | null {
  if (!barrier) return null;
  return barrier.rises ? barrier.colour : barrier.colour.toUpperCase();
}

function targetLetters(target: Target | null): string | null {
  if (!target) return null;
  return (colourOf(target) ?? 'a') + (symbolOf(target)[0] ?? '');
}

/** The position, or as much of it as is drawn: a board alone has no target. */
export function textOf(drawing: BoardDrawing): string {
  const [board, aim] = [lineOf(drawing), aimOf(drawing)];
  return aim ? positionText(board, drawing.robots, aim) : `${board} ${robotsText(drawing.robots)}`;
}

// Kept in the browser

/** A drawing that was stored; null if somebody has put something else there. */
export function readDrawing(value: unknown): BoardDrawing | null {
  const read = { ...blank(), ...(value as Partial<BoardDrawing>) };
  const lists = [read.walls, read.blocked, read.barriers, read.targets, read.robots];
  if (
    typeof value !== 'object' ||
    !value ||
    !lists.every(Array.isArray) ||
    typeof read.name !== 'string'
  )
    return null;
  const places = [
    ...read.walls.map(({ cell }) => cell),
    ...read.blocked,
    ...read.barriers.map(({ cell }) => cell),
    ...read.targets.map(({ cell }) => cell),
    ...read.robots,
  ];
  const isSized = [read.width, read.height].every((side) => sizeWithin(side) === side);
  const isWhole = places.every((cell) => Array.isArray(cell) && contains(read, cell));
  return isSized && isWhole && read.robots.length > 0 ? read : null;
}
