// A drawing as the text of a course, and as what the page draws; read back from what the server
// says of a text. Pure. Only the server reads texts, so there is no second grammar.

import type { Belt, Cell, CourseFacts, Heading, SquareFacts } from '../../../wire/generated/rally';
import { cellNamed, key } from '../board/geometry';
import {
  cellsOf,
  contains,
  FOR_ALL,
  HEADINGS,
  isBare,
  lacking,
  opposite,
  PLAIN,
  squareAt,
  towards,
  wallsOf,
  withWall,
  type CourseDrawing,
  type Laser,
  type DrawnSquare,
} from './drawing';

const ARROWS: Readonly<Record<Heading, string>> = { n: '^', e: '>', s: 'v', w: '<' };
const NO_NAME = 'Untitled'; // what the server calls a course without a name

// Writing

export function textOf(drawing: CourseDrawing): string {
  const { width, height } = drawing;
  const letters = Array.from({ length: width }, (_, x) => cellNamed([x, 0]).slice(0, 1));
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_unused, x) => signOf(drawing, [x, y])),
  );
  const widths = letters.map((_, x) => Math.max(1, ...rows.map((row) => row[x]?.length ?? 0)));
  const aligned = (words: readonly string[]) =>
    words
      .map((word, x) => word.padEnd(widths[x] ?? 1))
      .join('  ')
      .trimEnd();
  return [
    'rally 1',
    ...header(drawing),
    ...drawing.comments.map((comment) => `# ${comment}`.trimEnd()),
    `# ${aligned(letters)}`,
    'board:',
    ...rows.map((row) => `  ${aligned(row)}`),
    '',
  ].join('\n');
}

function header({
  name,
  level,
  players,
  width,
  height,
  author,
  texts,
  edge,
  rules,
}: CourseDrawing): string[] {
  const settings = Object.entries(rules).map(([rule, value]) => `${rule}=${value}`);
  return [
    `name: ${oneLine(name) || NO_NAME}`,
    `level: ${level}`,
    `players: ${players[0]}-${players[1]}`,
    `size: ${width}x${height}`,
    ...(oneLine(author) ? [`author: ${oneLine(author)}`] : []),
    ...Object.entries(texts).flatMap(([language, text]) =>
      oneLine(text) ? [`text${language && `.${language}`}: ${oneLine(text)}`] : [],
    ),
    ...(edge ? [`edge: ${edge}`] : []),
    ...(settings.length ? [`rules: ${settings.join(' ')}`] : []),
  ];
}

function oneLine(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(' ');
}

/** What is written for a cell, with those of its walls that are written there. */
export function signOf(drawing: CourseDrawing, cell: Cell): string {
  const square = squareAt(drawing, cell);
  const [first = '.', ...others] = signs(square);
  const walls = wallsOf(square).filter((side) => isWrittenAt(drawing, cell, side));
  return [first + walls.join(''), ...others].join('/');
}

function signs({ belt, flag, start, repair, gear, press, pusher, pit, lasers = [] }: DrawnSquare) {
  const ground = [
    ...(belt ? [beltSign(belt)] : []),
    ...(flag === undefined ? [] : [String(flag)]),
    ...(start === undefined ? [] : [start === FOR_ALL ? 'S' : `S${start}`]),
    ...(repair ? ['+'.repeat(repair)] : []),
    ...(gear ? [gear] : []),
    ...(press ? [`X${press.join('')}`] : []),
    ...(pusher ? [`P${ARROWS[pusher.heading]}${pusher.registers.join('')}`] : []),
    ...(pit ? ['O'] : []),
  ];
  return [...(ground.length ? ground : ['.']), ...lasers.map(laserSign)];
}

function beltSign({ exit, is_express, mouths }: Belt): string {
  return mouths.map((mouth) => ARROWS[mouth]).join('') + ARROWS[exit].repeat(is_express ? 2 : 1);
}

function laserSign({ heading, beams }: Laser): string {
  return `l${ARROWS[heading]}${beams > 1 ? beams : ''}`;
}

/** A wall is written with what is mounted on it, else on the cell north or west of it. */
function isWrittenAt(drawing: CourseDrawing, cell: Cell, side: Heading): boolean {
  const other = towards(cell, side);
  if (!contains(drawing, other)) return true;
  const here = isMounted(squareAt(drawing, cell), side);
  const there = isMounted(squareAt(drawing, other), opposite(side));
  return here === there ? side === 's' || side === 'e' : here;
}

function isMounted({ lasers = [], pusher }: DrawnSquare, side: Heading): boolean {
  return [...lasers, ...(pusher ? [pusher] : [])].some(({ heading }) => heading === opposite(side));
}

// On a board

/** What a board shows of it. How far beams go is for the server to say: until then, one cell. */
export function factsOf(drawing: CourseDrawing, told: CourseFacts['beams'] = []): CourseFacts {
  const cells = cellsOf(drawing);
  const walls = cells.flatMap((cell) =>
    wallsOf(squareAt(drawing, cell))
      .filter((side) => !contains(drawing, towards(cell, side)) || side === 'n' || side === 'w')
      .map((side) => ({ cell, side })),
  );
  return {
    name: drawing.name,
    text: '',
    level: drawing.level,
    players: [...drawing.players],
    author: drawing.author,
    texts: drawing.texts,
    edge: drawing.edge ?? 'pit',
    rules: drawing.rules,
    width: drawing.width,
    height: drawing.height,
    squares: cells.flatMap((cell) => squareFacts(cell, squareAt(drawing, cell)) ?? []),
    walls,
    beams: beamsOf(drawing, cells, told),
    turns: null,
  };
}

/** Beams as the server last told them; of lasers that are new, the first cell. */
function beamsOf(
  drawing: CourseDrawing,
  cells: readonly Cell[],
  told: CourseFacts['beams'],
): CourseFacts['beams'] {
  return cells.flatMap((cell) =>
    (squareAt(drawing, cell).lasers ?? []).map(({ heading, beams }) => {
      const before = told.find(
        (one) => one.heading === heading && key(one.cells[0] ?? [-1, -1]) === key(cell),
      );
      const lit = before?.cells.filter((one) => contains(drawing, one)) ?? [cell];
      return { heading, beams, cells: lit };
    }),
  );
}

function squareFacts(cell: Cell, square: DrawnSquare): SquareFacts | null {
  if (isBare(lacking(square, 'lasers'))) return null;
  const { belt, flag, start, repair = 0, gear, press = [], pusher, pit = false } = square;
  return {
    cell,
    belt: belt ?? null,
    flag: flag ?? null,
    start: start ?? null,
    repair,
    gear: gear ?? null,
    press,
    pusher: pusher ?? null,
    pit,
  };
}

// Reading

/** A drawing of what the server has read. */
export function drawingOf(facts: CourseFacts): CourseDrawing {
  const { name, level, players, author, texts, edge, rules, width, height } = facts;
  const squares = new Map(facts.squares.map((square) => [key(square.cell), square]));
  const lasers = new Map<string, Laser[]>();
  for (const { heading, beams, cells } of facts.beams) {
    const at = key(cells[0] ?? [-1, -1]);
    lasers.set(at, [...(lasers.get(at) ?? []), { heading, beams }]);
  }
  const empty: CourseDrawing = {
    name,
    level,
    players,
    author,
    texts,
    edge: facts.text.includes('\nedge: ') ? edge : null,
    rules,
    comments: commentsIn(facts.text),
    width,
    height,
    squares: [],
  };
  const bare: CourseDrawing = {
    ...empty,
    squares: cellsOf(empty).map((cell) =>
      squareOf(squares.get(key(cell)), lasers.get(key(cell)) ?? []),
    ),
  };
  return facts.walls.reduce((made, { cell, side }) => withWall(made, cell, side, true), bare);
}

function squareOf(facts: SquareFacts | undefined, lasers: readonly Laser[]): DrawnSquare {
  const shining: DrawnSquare = lasers.length
    ? {
        lasers: lasers.toSorted(
          (one, other) => HEADINGS.indexOf(one.heading) - HEADINGS.indexOf(other.heading),
        ),
      }
    : PLAIN;
  if (!facts) return shining;
  const { belt, flag, start, repair, gear, press, pusher, pit } = facts;
  return {
    ...(belt ? { belt } : {}),
    ...(flag === null ? {} : { flag }),
    ...(start === null ? {} : { start }),
    ...(repair ? { repair } : {}),
    ...(gear ? { gear } : {}),
    ...(press.length ? { press } : {}),
    ...(pusher ? { pusher } : {}),
    ...(pit ? { pit } : {}),
    ...shining,
  };
}

/** Lines for people, in the tidy text that the server writes; the last one names the columns. */
function commentsIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('#'));
  return lines.slice(0, -1).map((line) => line.replace(/^# ?/, ''));
}

/** A drawing that was kept in a browser; null if it is none, or of another version. */
export function readDrawing(value: unknown): CourseDrawing | null {
  const { name, width, height, squares, players, texts, rules, comments } = (value ??
    {}) as Partial<CourseDrawing>;
  const isWhole =
    typeof name === 'string' &&
    typeof width === 'number' &&
    typeof height === 'number' &&
    Array.isArray(squares) &&
    squares.length === width * height &&
    squares.every((square: unknown) => typeof square === 'object' && square !== null) &&
    Array.isArray(players) &&
    Array.isArray(comments) &&
    typeof texts === 'object' &&
    typeof rules === 'object';
  return isWhole ? (value as CourseDrawing) : null;
}
