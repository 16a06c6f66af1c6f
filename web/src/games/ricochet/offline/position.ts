// Positions and moves on one line, read without a server. Pure.
//
// What is wrong has the codes of the server, so the page says it in the same words.

import { ROBOTS } from '../../../board/robots';
import type { Heading, Move, PositionFacts, Robot, Target } from '../../../wire/generated/ricochet';
import type { Mistake } from '../../../wire/generated/table';
import { ownSize, positionText } from '../board/notation';
import {
  boardOf,
  cellOf,
  MARKS,
  numberOf,
  partsOf,
  SECTIONS,
  SIZE,
  TARGETS,
  type PrintedBoard,
} from './board';
import { ownBoard } from './ownBoard';

const PARTS = 3; // board, robots, target
const ROBOTS_NEEDED = 4; // on printed boards: silver may be missing
const DRAWN_AS: Readonly<Record<string, string>> = {
  moon: 'circle',
  gear: 'triangle',
  planet: 'square',
  star: 'hexagon',
};

const IMPOSSIBLE = ['cell-off-board', 'cell-in-centre', 'cell-on-barrier'];

export interface ParsedPosition {
  board: PrintedBoard;
  robots: readonly number[]; // their cells, in the order r g b y s
  target: Target;
  goal: number; // the cell of the target
}

/** A text that cannot be read. */
export class MisreadText extends Error {
  readonly parameter: string;
  readonly mistakes: readonly Mistake[];

  constructor(parameter: string, mistakes: readonly Mistake[]) {
    super(mistakes[0]?.because);
    this.parameter = parameter;
    this.mistakes = mistakes;
  }
}

/** Characters are counted from 1. The page has its own sentence for every code. */
function mistake(at: number, code: string, facts: Mistake['facts'] = {}): Mistake {
  return { at, because: code, code, facts };
}

interface Word {
  at: number;
  text: string;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[^ _]+/g)].map((found) => ({ at: found.index + 1, text: found[0] }));
}

export function parsePosition(text: string): ParsedPosition {
  const words = wordsOf(text);
  const [board, robots, target] = words;
  if (!board || !robots || !target || words.length > PARTS) {
    const at = words[PARTS]?.at ?? text.length + 1;
    throw new MisreadText('position', [mistake(at, 'three-parts', { count: words.length })]);
  }
  const wrong = [...mistakesInBoard(board)];
  const known = wrong.length ? null : (ownBoard(board.text) ?? boardOf(board.text));
  const cells = readRobots(known, robots, wrong);
  const aim = readTarget(target, wrong);
  const goal = aim && known?.targets.get(aim);
  if (aim && known && goal === undefined)
    wrong.push(mistake(target.at, 'target-not-here', { target: aim }));
  if (!known || !aim || goal === undefined || wrong.length)
    throw new MisreadText('position', wrong);
  return { board: known, robots: cells, target: aim, goal: goal ?? 0 };
}

export function parseBoard(text: string): PrintedBoard {
  const wrong = mistakesInBoard({ at: 1, text });
  if (wrong.length) throw new MisreadText('board', wrong);
  return boardOf(text);
}

/** `bn ge bs`: a robot and a heading each. */
export function parseMoves(text: string): Move[] {
  const words = wordsOf(text);
  const wrong = words.filter((word) => !isMove(word.text));
  if (wrong.length)
    throw new MisreadText(
      'moves',
      wrong.map((word) => mistake(word.at, 'not-a-move', { text: word.text })),
    );
  return words.map((word) => ({ robot: word.text[0] as Robot, heading: word.text[1] as Heading }));
}

function isMove(text: string): boolean {
  return /^[rgbys][nesw]$/.test(text);
}

function mistakesInBoard({ at, text }: Word): Mistake[] {
  if (ownSize(text)) return ownBoard(text) ? [] : [mistake(at, 'not-a-board', { text })];
  const parts = partsOf(text);
  const known = Object.keys(SECTIONS).sort().join(' ');
  const unknown = parts.flatMap((part, slot) =>
    Object.hasOwn(SECTIONS, part)
      ? []
      : [mistake(at + 2 * slot, 'no-such-section', { text: part, known })],
  );
  if (unknown.length) return unknown;
  if (parts.length !== MARKS.length) return [mistake(at, 'four-sections', { count: parts.length })];
  const twice = Array.from(MARKS).find((mark) => text.split(mark).length > 2);
  if (!twice) return [];
  const [one = '', other = ''] = parts.filter((part) => part.startsWith(twice));
  const marks = parts.map((part) => part[0]);
  const second = marks.findIndex((mark, slot) => marks.indexOf(mark) < slot);
  return [mistake(at + 2 * second, 'same-mark', { one, other })];
}

/** The cells of the robots that can be read; adds what is wrong. Without a board, any cell will do. */
function readRobots(board: PrintedBoard | null, { at, text }: Word, wrong: Mistake[]): number[] {
  const cells = new Map<Robot, string>();
  const before = wrong.length;
  let place = at;
  for (const word of text.split(',')) {
    const found = mistakeInRobot(place, word, cells) ?? mistakeInCell(place, word, board);
    if (found) wrong.push(found);
    // Nobody else can stand there, even if this one cannot.
    if (!found || IMPOSSIBLE.includes(found.code)) cells.set(word[0] as Robot, word.slice(1));
    place += word.length + 1;
  }
  const needed = board && ownSize(board.name) ? cells.size : ROBOTS_NEEDED;
  const missing = ROBOTS.slice(0, needed).find((robot) => !cells.has(robot));
  if (missing && wrong.length === before)
    wrong.push(mistake(at, 'robot-is-missing', { robot: missing }));
  return ROBOTS.flatMap((robot) => numberAt(cells.get(robot) ?? '') ?? []);
}

function mistakeInRobot(
  at: number,
  word: string,
  cells: ReadonlyMap<Robot, string>,
): Mistake | null {
  if (!/^[rgbys][a-z][1-9]\d*$/.test(word)) return mistake(at, 'not-a-robot', { text: word });
  const [robot, cell] = [word[0] as Robot, word.slice(1)];
  if (cells.has(robot)) return mistake(at, 'robot-twice', { robot });
  const [other] = [...cells].find(([, taken]) => taken === cell) ?? [];
  return other ? mistake(at, 'cell-is-taken', { robot, cell, other }) : null;
}

function mistakeInCell(at: number, word: string, board: PrintedBoard | null): Mistake | null {
  if (!board) return null;
  const facts = { robot: word[0] ?? '', cell: word.slice(1) };
  const number = numberAt(facts.cell);
  if (number === null) return mistake(at, 'cell-off-board', facts);
  if (board.closed.has(number)) return mistake(at, 'cell-in-centre', facts);
  return board.barriers.has(number) ? mistake(at, 'cell-on-barrier', facts) : null;
}

/** The cell with a name such as c4; null off the board. */
function numberAt(name: string): number | null {
  const [x, y] = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
  return x >= 0 && x < SIZE && y >= 0 && y < SIZE ? numberOf(x, y) : null;
}

function readTarget({ at, text }: Word, wrong: Mistake[]): Target | null {
  const [, colour = '', symbol] = /^([^-]*)(?:-(.*))?$/s.exec(text) ?? [];
  const name = symbol === undefined ? colour : `${colour}-${DRAWN_AS[symbol] ?? symbol}`;
  const target = TARGETS.find((known) => known === name);
  if (!target) wrong.push(mistake(at, 'no-such-target', { text }));
  return target ?? null;
}

/** The parts of a position, with the robots on these cells. */
export function positionFacts(
  { board, target, goal }: ParsedPosition,
  robots: readonly number[],
): PositionFacts {
  const text = positionText(board.name, robots.map(cellOf), target);
  return {
    position: text,
    link: text.replaceAll(' ', '_'),
    board: board.name,
    robots: robots.map((cell, slot) => ({ robot: ROBOTS[slot] as Robot, cell: cellOf(cell) })),
    target,
    target_cell: cellOf(goal),
  };
}
