// Positions dealt by chance in the browser (RC2, RC4).

import { BOX_ROBOTS } from '../board/notation';
import type { Dealt, Rule, Target } from '../../../wire/generated/ricochet';
import { boardOf, CELLS, MARKS, mayRest, SECTIONS, TARGETS, type PrintedBoard } from './board';
import { positionFacts, type ParsedPosition } from './position';
import { firstSolution, searchesFor, type Check } from './search';

const MAX_DEALS = 200; // tries to deal a position of the requested length

export interface DealOrder {
  box: '2013' | 'classic';
  diagonals: boolean;
  silver: boolean;
  board: string | null; // null: any
  target: Target | null;
  fewest: number | null;
  most: number | null;
}

type Dice = (sides: number) => number; // from 0

/** The dice of the browser. */
export function roll(sides: number): number {
  return Math.floor(((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32) * sides);
}

/** Deal until a position has the wanted length. If that takes too long, take the longest. */
export function dealLike(
  order: DealOrder,
  rule: Rule,
  most: number,
  check: Check,
  isOver: () => boolean,
  dice: Dice = roll,
): Dealt {
  if (order.fewest === null && order.most === null) return dealt(deal(order, dice), null, true);
  const [fewest, longest] = [order.fewest ?? 1, order.most ?? most];
  let best: { position: ParsedPosition; moves: number } | null = null;
  for (let tries = 0; tries < MAX_DEALS && !isOver(); tries++) {
    const position = deal(order, dice);
    const searches = searchesFor(position, rule, check);
    const moves = firstSolution(searches, position.robots, longest).moves?.length ?? 0;
    if (moves <= (best?.moves ?? 0)) continue;
    best = { position, moves };
    if (moves >= fewest) break;
  }
  if (!best) return dealt(deal(order, dice), null, false);
  return dealt(best.position, best.moves, best.moves >= fewest);
}

function dealt(position: ParsedPosition, moves: number | null, isAsWished: boolean): Dealt {
  const facts = positionFacts(position, position.robots);
  return { position: facts, moves, is_as_wished: isAsWished, seal: null };
}

function deal(order: DealOrder, dice: Dice): ParsedPosition {
  const board = boardOf(order.board ?? someBoard(order, dice));
  const target = order.target ?? pick(TARGETS, dice);
  const robots = someRobots(board, order.silver ? BOX_ROBOTS.length : BOX_ROBOTS.length - 1, dice);
  return { board, robots, target, goal: board.targets.get(target) ?? 0 };
}

/** All boards of the box are equally likely, in any rotation. */
function someBoard({ box, diagonals }: DealOrder, dice: Dice): string {
  const fit = Object.entries(SECTIONS)
    .filter(([name]) => box === '2013' || '12'.includes(name[1] ?? ''))
    .filter(([, { barriers }]) => diagonals || !barriers)
    .map(([name]) => name);
  return sample([...MARKS], MARKS.length, dice)
    .map((mark) =>
      pick(
        fit.filter((name) => name.startsWith(mark)),
        dice,
      ),
    )
    .join('');
}

/** RC4: on cells without a symbol, a barrier, the centre or another robot. */
function someRobots(board: PrintedBoard, count: number, dice: Dice): number[] {
  const symbols = new Set(board.targets.values());
  const cells = Array.from({ length: CELLS }, (_, cell) => cell);
  const free = cells.filter((cell) => mayRest(board, cell) && !symbols.has(cell));
  return sample(free, count, dice);
}

function pick<T>(all: readonly T[], dice: Dice): T {
  return all[dice(all.length)] as T;
}

function sample<T>(all: readonly T[], count: number, dice: Dice): T[] {
  const left = [...all];
  return Array.from({ length: count }, () => left.splice(dice(left.length), 1)[0] as T);
}
