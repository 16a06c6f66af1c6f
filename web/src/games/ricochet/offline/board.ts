// Boards without a server: four sections round the closed centre (RC1, RC2). Pure. Those of one's own
// are in `ownBoard`.
//
// Cells are numbers, row by row from the north-west corner; headings are n, e, s, w as 0 to 3.

import type { BoardFacts, Cell, Heading, Robot, Target } from '../../../wire/generated/ricochet';
import drawn from './sections.json';

export const SIZE = 16;
export const CELLS = SIZE * SIZE;
export const HEADINGS: readonly Heading[] = ['n', 'e', 's', 'w'];
export const MARKS = 'RGBY';
export const CENTRE: readonly number[] = [119, 135, 120, 136]; // h8, h9, i8, i9
export const BLOCKED = -1; // no step leads on
export const BENT = 1 << 10; // of a step: a barrier turned the robot

export const OFFSETS = [-SIZE, 1, SIZE, -1] as const;
const TURN_RISING = [1, 0, 3, 2] as const; // by heading
const TURN_FALLING = [3, 2, 1, 0] as const;

const SYMBOLS = ['circle', 'triangle', 'square', 'hexagon'];
const COLOURS = ['red', 'green', 'blue', 'yellow'];

export const TARGETS = [
  ...COLOURS.flatMap((colour) => SYMBOLS.map((symbol) => `${colour}-${symbol}`)),
  'vortex',
] as Target[];

interface Drawn {
  walls: string;
  barriers: string;
  targets: Readonly<Partial<Record<Target, string>>>;
}

export interface Diagonal {
  colour: Robot;
  rises: boolean;
}

export const SECTIONS: Readonly<Record<string, Drawn>> = drawn;

export interface PrintedBoard {
  name: string;
  closed: ReadonlySet<number>; // cells where nobody can stand
  walls: Uint8Array; // by cell: a bit for each heading
  barriers: ReadonlyMap<number, Diagonal>;
  isBarrier: Uint8Array; // by cell
  targets: ReadonlyMap<Target, number>;
  steps: Map<string, Int16Array>; // by the colour of the robot: see `stepsOf`
}

export function cellOf(number: number): Cell {
  return [number % SIZE, Math.floor(number / SIZE)];
}

export function numberOf(x: number, y: number): number {
  return y * SIZE + x;
}

/** The names of the four sections, clockwise from the north-west. */
export function partsOf(name: string): string[] {
  return name.match(/..?/gs) ?? [];
}

const known = new Map<string, PrintedBoard>();

/** The board with these sections, whose names must be right. */
export function boardOf(name: string): PrintedBoard {
  let board = known.get(name);
  if (!board) {
    board = assembled(name);
    known.set(name, board);
  }
  return board;
}

function assembled(name: string): PrintedBoard {
  const walls = new Uint8Array(CELLS);
  const barriers = new Map<number, Diagonal>();
  const targets = new Map<Target, number>();
  partsOf(name).forEach((part, turns) => {
    const section = SECTIONS[part];
    if (!section) throw new Error(`there is no section ${part}`);
    for (const side of words(section.walls)) {
      const cell = turned(side, turns);
      const heading = (HEADINGS.indexOf(side[2] as Heading) + turns) % 4;
      if (isEdge(cell, heading)) addSide(walls, cell, heading);
      else addWall(walls, cell, heading);
    }
    for (const barrier of words(section.barriers)) {
      const rises = (barrier[3] === '/') === (turns % 2 === 0);
      barriers.set(turned(barrier, turns), { colour: barrier[2] as Robot, rises });
    }
    for (const [target, cell] of Object.entries(section.targets))
      targets.set(target as Target, turned(cell, turns));
  });
  return boardWith({ name, closed: new Set(CENTRE), walls, barriers, targets });
}

/** A board with all that is on it. */
export function boardWith(
  things: Pick<PrintedBoard, 'name' | 'closed' | 'walls' | 'barriers' | 'targets'>,
): PrintedBoard {
  const isBarrier = new Uint8Array(CELLS);
  for (const cell of things.barriers.keys()) isBarrier[cell] = 1;
  return { ...things, isBarrier, steps: new Map() };
}

/** A wall between two cells. */
export function addWall(walls: Uint8Array, cell: number, heading: number): void {
  addSide(walls, cell, heading);
  addSide(walls, cell + (OFFSETS[heading] ?? 0), (heading + 2) % 4);
}

/** One side of a wall: the frame has no other. */
export function addSide(walls: Uint8Array, cell: number, heading: number): void {
  walls[cell] = (walls[cell] ?? 0) | (1 << heading);
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

/** A cell of a section, as it is drawn in the north-west, in the quarter so many turns later. */
function turned(cell: string, turns: number): number {
  let [x, y] = [cell.charCodeAt(0) - 97, Number(cell[1]) - 1];
  for (let turn = 0; turn < turns; turn++) [x, y] = [SIZE - 1 - y, x];
  return numberOf(x, y);
}

function isEdge(cell: number, heading: number): boolean {
  const [x, y] = cellOf(cell);
  return [y === 0, x === SIZE - 1, y === SIZE - 1, x === 0][heading] ?? false;
}

/** By heading and cell: the next cell, with the heading there times 256; BENT if a barrier turns it. */
export function stepsOf(board: PrintedBoard, robot: Robot): Int16Array {
  const kind = kindOf(board, robot);
  let steps = board.steps.get(kind);
  if (!steps) {
    steps = stepsFor(board, kind);
    board.steps.set(kind, steps);
  }
  return steps;
}

/** Robots that move alike have the same kind: all without a barrier of their colour. */
export function kindOf({ barriers }: PrintedBoard, robot: Robot): string {
  return [...barriers.values()].some(({ colour }) => colour === robot) ? robot : '';
}

function stepsFor({ walls, barriers }: PrintedBoard, kind: string): Int16Array {
  const steps = new Int16Array(4 * CELLS).fill(BLOCKED);
  for (let heading = 0; heading < 4; heading++)
    for (let cell = 0; cell < CELLS; cell++) {
      if (((walls[cell] ?? 0) >> heading) & 1) continue;
      const next = cell + (OFFSETS[heading] ?? 0);
      const barrier = barriers.get(next);
      const turn = barrier && barrier.colour !== kind;
      const after = turn ? (barrier.rises ? TURN_RISING : TURN_FALLING)[heading] : heading;
      steps[(heading << 8) | cell] = next | ((after ?? heading) << 8) | (turn ? BENT : 0);
    }
  return steps;
}

/** Whether a robot can stand there at all (RC1, RC8). */
export function mayRest(board: PrintedBoard, cell: number): boolean {
  return !board.closed.has(cell) && !board.barriers.has(cell);
}

/** The boxes that have all of these sections. */
export function boxesOf(sections: readonly string[]): BoardFacts['boxes'] {
  return sections.every((part) => '12'.includes(part[1] ?? '')) ? ['2013', 'classic'] : ['2013'];
}

export function boardFacts(board: PrintedBoard): BoardFacts {
  const sections = partsOf(board.name);
  return {
    board: board.name,
    sections,
    boxes: boxesOf(sections),
    width: SIZE,
    height: SIZE,
    walls: edges(board),
    barriers: [...board.barriers]
      .map(([cell, { colour, rises }]) => ({ cell: cellOf(cell), colour, rises }))
      .sort((one, other) => order(one.cell, other.cell)),
    targets: [...board.targets]
      .map(([target, cell]) => ({
        target,
        colour: colourFor(target),
        symbol: (target.split('-')[1] ?? 'vortex') as BoardFacts['targets'][number]['symbol'],
        cell: cellOf(cell),
      }))
      .sort((one, other) => (one.target < other.target ? -1 : 1)),
    centre: CENTRE.map(cellOf),
  };
}

/** Every wall once, by the cell south or east of it. */
function edges({ walls }: PrintedBoard): BoardFacts['walls'] {
  const found: { cell: Cell; side: Heading }[] = [];
  for (let cell = 0; cell < CELLS; cell++)
    HEADINGS.forEach((side, heading) => {
      const isOwn = heading === 0 || heading === 3 || isEdge(cell, heading);
      if (isOwn && ((walls[cell] ?? 0) >> heading) & 1) found.push({ cell: cellOf(cell), side });
    });
  return found;
}

/** From west to east, then from north to south. */
export function order(one: Cell, other: Cell): number {
  return one[0] - other[0] || one[1] - other[1];
}

/** The robot that a target is for; null: any robot may arrive (RC9). */
export function colourFor(target: Target): Robot | null {
  return target === 'vortex' ? null : (target[0] as Robot);
}
