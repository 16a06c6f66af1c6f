// Where things are drawn on a course. Pure; no rules.

import type { Belt, Cell, Heading, SquareFacts } from '../../../wire/generated/rally';

export const CELL = 58;
export const HALF = CELL / 2;
const EDGE = 20; // the frame
export const BODY = 70; // a robot on its base, the tip of which reaches beyond its cell
export const TURN: Record<Heading, number> = { n: 0, e: 90, s: 180, w: 270 };
export const STEP: Record<Heading, readonly [x: number, y: number]> = {
  n: [0, -1],
  e: [1, 0],
  s: [0, 1],
  w: [-1, 0],
};
/** The middle of a cell, along one axis. */
export function mid(at: number): number {
  return (at + 0.5) * CELL;
}

/** A cell as Rally writes it: A1 is the north-west corner. */
export function cellNamed([x, y]: Cell): string {
  return `${String.fromCharCode(65 + x)}${y + 1}`;
}

/** The cell of a name. */
export function cellAt(name: string): Cell {
  return [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];
}

export function key([x, y]: Cell): string {
  return `${x} ${y}`;
}

export function headingOf(turn: number): Heading {
  const quarters = (((turn / 90) % 4) + 4) % 4;
  return (['n', 'e', 's', 'w'] as const)[quarters] ?? 'n';
}

/** The nearest turn to that heading: a robot never spins the long way round. */
export function turnTo(before: number, heading: Heading): number {
  const difference = (((TURN[heading] - before) % 360) + 540) % 360;
  return before + difference - 180;
}

export interface Curve {
  band: string; // the path of the belt
  mark: string; // where its arrow stands, and how it is turned
}

/** A belt round the corner, for a robot that comes in with that heading. */
export function curve(comes: Heading, leaves: Heading): Curve {
  const [hx, hy] = STEP[comes];
  const [ex, ey] = STEP[leaves];
  const sweep = hx * ey - hy * ex > 0 ? 1 : 0;
  const band = `M${-hx * HALF} ${-hy * HALF}A${HALF} ${HALF} 0 0 ${sweep} ${ex * HALF} ${ey * HALF}`;
  const [x, y] = [(ex - hx) * 8.5, (ey - hy) * 8.5];
  const half = sweep ? 45 : -45;
  return { band, mark: `translate(${x} ${y}) rotate(${TURN[comes] + half})` };
}

/** Whether another belt leads straight onto this one, from behind. */
export function isFedStraight(
  cell: Cell,
  { exit }: Belt,
  squares: ReadonlyMap<string, SquareFacts>,
): boolean {
  const [dx, dy] = STEP[exit];
  return squares.get(key([cell[0] - dx, cell[1] - dy]))?.belt?.exit === exit;
}

export interface CellShare {
  dx: number;
  dy: number;
  scale: number;
}

// How far from the middle robots of one cell stand, in cells, and how large they are, by how many
// they are. They stand over its border rather than be too small to be told apart.
const SHARES: readonly (readonly [radius: number, scale: number])[] = [
  [0, 1],
  [0, 1],
  [0.31, 0.82],
  [0.4, 0.76],
  [0.47, 0.74],
];
const CROWDED = [0.49, 0.6] as const;

/** How several robots share a cell: in a ring. */
export function sharing(index: number, count: number): CellShare {
  const [radius, scale] = SHARES[count] ?? CROWDED;
  const first = count % 2 ? -0.5 : -0.5 - 1 / count; // of half a turn: an odd one is on top
  const angle = Math.PI * (first + (2 * index) / count);
  return { dx: radius * CELL * Math.cos(angle), dy: radius * CELL * Math.sin(angle), scale };
}

interface Size {
  width: number;
  height: number;
}

/** How thick the frame of a course is: thin round a small one, which is drawn large. */
export function edgeOf({ width, height }: Size): number {
  return Math.max(width, height) > 5 ? EDGE : 12;
}

/** Width and height of the drawing of a course: its cells, and the frame round them. */
export function sizeOf(course: Size): [number, number] {
  const edges = 2 * edgeOf(course);
  return [course.width * CELL + edges, course.height * CELL + edges];
}

/** What a drawing of a course shows; its first cell begins at 0 0. */
export function boxOf(course: Size): string {
  const edge = edgeOf(course);
  return [-edge, -edge, ...sizeOf(course)].join(' ');
}

/** How a robot is drawn: where, how large, how far turned, and how much of it is seen. */
export interface Pose {
  x: number;
  y: number;
  scale: number;
  turn: number;
  opacity: number;
}
