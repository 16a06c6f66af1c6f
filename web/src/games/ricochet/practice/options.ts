// Options for practice positions. Pure.

import type { BoardFacts } from '../../../wire/generated/ricochet';

export const LENGTHS = {
  any: [null, null],
  easy: [2, 4],
  medium: [5, 6],
  hard: [7, 9],
  'very hard': [10, null],
} as const;

export type Difficulty = keyof typeof LENGTHS;

export interface Options {
  box: '2013' | 'classic';
  diagonals: boolean;
  silver: boolean;
  difficulty: Difficulty;
}

export const USUAL: Options = {
  box: '2013',
  diagonals: true,
  silver: false,
  difficulty: 'easy',
};

/** What was stored, as far as it can be read. */
export function readOptions(text: string | null): Options {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return USUAL;
  }
  const { box, diagonals, silver, difficulty } = { ...USUAL, ...(found as Partial<Options>) };
  return {
    box: box === 'classic' ? 'classic' : '2013',
    diagonals: diagonals === true,
    silver: silver === true,
    difficulty: Object.hasOwn(LENGTHS, difficulty) ? difficulty : USUAL.difficulty,
  };
}

/** What to ask the server for. */
export interface PositionRequest {
  box: '2013' | 'classic';
  diagonals: boolean;
  silver: boolean;
  fewest: number | null;
  most: number | null;
  board?: string; // one's own, with so many robots
  count?: number;
}

/** The next position; whoever practises on a board of their own stays there. */
export function requestAfter(
  board: BoardFacts | null,
  robots: number,
  options: Options,
): PositionRequest {
  const next = requestFor(options);
  return board && isOwn(board) ? { ...next, board: board.board, count: robots } : next;
}

/** Whether somebody drew it: no box has its sections. */
export function isOwn(board: BoardFacts): boolean {
  return board.sections.length === 0;
}

export function requestFor({ box, diagonals, silver, difficulty }: Options): PositionRequest {
  const [fewest, most] = LENGTHS[difficulty];
  return { box, diagonals, silver, fewest, most };
}

/** A position like one on this board whose best solution has so many moves. */
export function requestLike(
  board: BoardFacts,
  robots: number,
  moves: number,
  options: Options,
): PositionRequest {
  const own = isOwn(board) ? { board: board.board, count: robots } : {};
  return {
    ...own,
    box: board.boxes.includes(options.box) ? options.box : (board.boxes[0] ?? options.box),
    diagonals: board.barriers.length > 0,
    silver: robots > 4,
    fewest: Math.max(1, moves - 1),
    most: moves + 1,
  };
}
