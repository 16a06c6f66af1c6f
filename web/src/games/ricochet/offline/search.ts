// The search for shortest solutions in the browser. Pure.
//
// Iterative deepening: is there a solution of so many moves, one more each time? A branch ends
// where the arriving robot could not make it even if it could stop anywhere, or where the same
// robots stood before with as many moves left. Each eligible robot has a search of its own.

import { ROBOTS } from '../../../board/robots';
import type { Heading, Move, Robot, Rule } from '../../../wire/generated/ricochet';
import { BENT, BLOCKED, CELLS, colourFor, HEADINGS, kindOf, stepsOf } from './board';
import type { ParsedPosition } from './position';

/** RC10: how far the arriving robot is with its corner. */
export const UNMOVED = 0;
export const ALONG_ROW = 1;
export const ALONG_COLUMN = 2;
export const TURNED = 3;

export const DEEPEST = 99; // moves
const NEVER = 255; // of a bound: it cannot arrive at all
const NOWHERE = CELLS; // no cell
const LONGEST = 4 * CELLS; // steps of a slide; what is longer never ends
const LOOK_EVERY = 1 << 12; // positions between two looks at the clock

/** The time for a search is over. */
export class OutOfTime extends Error {}

/** Whether there is time left; throws OutOfTime if not. */
export type Check = () => void;

export interface RouteSearch {
  robot: Robot;
  /** Whether the robot arrives within so many moves, from these cells in that turn state. */
  arrives: (robots: readonly number[], turnState: number, moves: number) => boolean;
  /** The moves by which it has just arrived, if it needed all of them. */
  route: (moves: number) => readonly Move[];
  /** The turn state at the beginning. */
  start: number;
  /** The fewest moves that could be enough; Infinity if it can never arrive. */
  least: number;
  /** A cell where another robot may not rest: it would have arrived itself, or voids the solution. */
  closed: number;
}

/** The turn state after a slide of the arriving robot. */
export function turnStateAfter(
  before: number,
  heading: number,
  rest: number,
  isBent: boolean,
  rule: Rule,
): number {
  const axis = heading & 1 ? ALONG_ROW : ALONG_COLUMN;
  if (before === TURNED || (before !== UNMOVED && before !== axis)) return TURNED;
  if (isBent && rule.deflection_counts) return TURNED;
  return rest & 1 ? ALONG_ROW : ALONG_COLUMN;
}

/** The robots that the target is for. */
export function eligible({ robots, target }: ParsedPosition): readonly Robot[] {
  const wanted = colourFor(target);
  return ROBOTS.slice(0, robots.length).filter((robot) => wanted === null || robot === wanted);
}

/** The searches for a position, one for each robot that may arrive; they share a table. */
export function searchesFor(position: ParsedPosition, rule: Rule, check: Check): RouteSearch[] {
  const failures = new FailureTable();
  return eligible(position).map((robot) => searchFor(position, robot, rule, failures, check));
}

/** A shortest solution, or what is known without one. */
export interface FirstSolution {
  moves: readonly Move[] | null;
  isUnsolvable: boolean;
  atLeast: number; // no solution is shorter
}

/** A shortest solution of at most so many moves. */
export function firstSolution(
  searches: readonly RouteSearch[],
  robots: readonly number[],
  most = DEEPEST,
): FirstSolution {
  let atLeast = Math.min(...searches.map((search) => search.least));
  if (atLeast === Infinity) return { moves: null, isUnsolvable: true, atLeast: 1 };
  try {
    for (; atLeast <= most; atLeast++) {
      const found = searches.find(({ arrives, start }) => arrives(robots, start, atLeast));
      if (found) return { moves: found.route(atLeast), isUnsolvable: false, atLeast };
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  return { moves: null, isUnsolvable: false, atLeast };
}

const TABLE_BITS = 20;
const GENERATIONS = 1 << 12;
let entries: Uint32Array | null = null; // pairs; kept, since new memory is slow
let generation = 0;

/** Positions from which nobody arrives within some moves. It forgets some of them, never errs. */
class FailureTable {
  readonly #entries: Uint32Array;
  readonly #generation: number; // so that nothing has to be cleared for the next position

  constructor() {
    entries ??= new Uint32Array(2 << TABLE_BITS);
    generation = (generation + 1) % GENERATIONS;
    if (generation === 0) {
      entries.fill(0);
      generation = 1;
    }
    this.#entries = entries;
    this.#generation = generation;
  }

  has(low: number, high: number, moves: number): boolean {
    const at = slotOf(low, high);
    const entry = this.#entries[at + 1] as number;
    return (
      this.#entries[at] === low >>> 0 &&
      (entry & 0x1fff) === high &&
      entry >>> 20 === this.#generation &&
      ((entry >>> 13) & 127) >= moves
    );
  }

  add(low: number, high: number, moves: number): void {
    const at = slotOf(low, high);
    this.#entries[at] = low;
    this.#entries[at + 1] = (this.#generation << 20) | (moves << 13) | high;
  }
}

function slotOf(low: number, high: number): number {
  const mixed = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ Math.imul(high + 1, 0x297a2d39);
  return (Math.imul(mixed ^ (mixed >>> 12), 0x9e3779b1) >>> (32 - TABLE_BITS)) << 1;
}

function searchFor(
  position: ParsedPosition,
  robot: Robot,
  rule: Rule,
  failures: FailureTable,
  check: Check,
): RouteSearch {
  const { board, goal, target } = position;
  const isFree = rule.ricochet === 'off';
  const voids = !isFree && rule.early_stop === 'void';
  const closed = target === 'vortex' && (isFree || voids) ? goal : NOWHERE;
  const start = isFree ? TURNED : UNMOVED;

  // The arriving robot, those that move alike, then the rest: in the table, robots of the same kind
  // stand in for each other.
  const slot = ROBOTS.indexOf(robot);
  const others = position.robots.map((_, at) => at).filter((at) => at !== slot);
  const kinds = others.map((at) => kindOf(board, ROBOTS[at] as Robot));
  const alike = others.filter((_, at) => kinds[at] === '');
  const slots = [slot, ...alike, ...others.filter((_, at) => kinds[at] !== '')];
  const [count, twins] = [slots.length, alike.length];
  const steps = slots.map((at) => stepsOf(board, ROBOTS[at] as Robot));

  const { bounds, lastHeadings } = boundsOf(position, robot, rule);
  const cells = new Uint8Array(count);
  const sorted = new Uint8Array(5);
  const occupied = new Uint8Array(CELLS);
  const { isBarrier } = board;
  const mark = slot << 10;
  const route: Move[] = []; // by the moves that were left
  let looked = 0;

  /** The cell where a slide ends, with its heading there times 256 and BENT; BLOCKED if none. */
  function slid(which: number, heading: number): number {
    const step = steps[which] as Int16Array;
    const from = cells[which] as number;
    let next = step[(heading << 8) | from] as number;
    if (next < 0 || occupied[next & 255]) return BLOCKED;
    let bent = 0;
    let at: number;
    let length = 0;
    occupied[from] = 0; // once it has left, barriers can lead it back across
    do {
      at = next;
      bent |= next & BENT;
      next = step[next & 1023] as number;
    } while (next >= 0 && !occupied[next & 255] && ++length < LONGEST);
    occupied[from] = 1;
    return length >= LONGEST || isBarrier[at & 255] ? BLOCKED : (at & 1023) | bent;
  }

  function place(which: number, cell: number): void {
    occupied[cells[which] as number] = 0;
    cells[which] = cell;
    occupied[cell] = 1;
  }

  function note(moves: number, which: number, heading: number): true {
    route[moves] = {
      robot: ROBOTS[slots[which] as number] as Robot,
      heading: HEADINGS[heading] as Heading,
    };
    return true;
  }

  function search(turnState: number, moves: number): boolean {
    const least = bounds[(turnState << 8) | (cells[0] as number)] as number;
    if (least > moves) return false;
    if (moves === 1) return finishes(turnState);
    if ((++looked & (LOOK_EVERY - 1)) === 0) check();
    sortOthers();
    const low = lowKey();
    const high = (count > 4 ? (sorted[3] as number) : 0) | (turnState << 8) | mark;
    if (failures.has(low, high, moves)) return false;
    if (findsByArriving(turnState, moves)) return true;
    if (least < moves && findsByOthers(turnState, moves)) return true;
    failures.add(low, high, moves);
    return false;
  }

  /** Those of the same kind by their cells, the rest in their order. */
  function sortOthers(): void {
    for (let at = 1; at <= twins; at++) {
      const other = cells[at] as number;
      let to = at - 1;
      for (; to > 0 && (sorted[to - 1] as number) > other; to--)
        sorted[to] = sorted[to - 1] as number;
      sorted[to] = other;
    }
    for (let at = twins + 1; at < count; at++) sorted[at - 1] = cells[at] as number;
  }

  function lowKey(): number {
    const first = (sorted[0] as number) << 8;
    const second = (sorted[1] as number) << 16;
    const third = (sorted[2] as number) << 24;
    return (cells[0] as number) | first | second | third;
  }

  function findsByArriving(turnState: number, moves: number): boolean {
    const from = cells[0] as number;
    for (let heading = 0; heading < 4; heading++) {
      const end = slid(0, heading);
      if (end < 0) continue;
      const then = turnStateAfter(turnState, heading, end >> 8, (end & BENT) !== 0, rule);
      const rest = end & 255;
      if (rest === goal && then === TURNED) return note(moves, 0, heading);
      if (rest === goal && voids) continue;
      if ((bounds[(then << 8) | rest] as number) >= moves) continue;
      place(0, rest);
      const isFound = search(then, moves - 1);
      place(0, from);
      if (isFound) return note(moves, 0, heading);
    }
    return false;
  }

  function findsByOthers(turnState: number, moves: number): boolean {
    for (let which = 1; which < count; which++) {
      const from = cells[which] as number;
      for (let heading = 0; heading < 4; heading++) {
        const end = slid(which, heading);
        const rest = end & 255;
        if (end < 0 || rest === closed || rest === from) continue;
        place(which, rest);
        const isFound = search(turnState, moves - 1);
        place(which, from);
        if (isFound) return note(moves, which, heading);
      }
    }
    return false;
  }

  /** Whether one slide arrives. */
  function finishes(turnState: number): boolean {
    const possible = lastHeadings[(turnState << 8) | (cells[0] as number)] as number;
    for (let heading = 0; heading < 4; heading++) {
      if (!((possible >> heading) & 1)) continue;
      const end = slid(0, heading);
      if (end < 0 || (end & 255) !== goal) continue;
      if (turnStateAfter(turnState, heading, end >> 8, (end & BENT) !== 0, rule) === TURNED)
        return note(1, 0, heading);
    }
    return false;
  }

  function arrives(robots: readonly number[], turnState: number, moves: number): boolean {
    if (moves === 0) return robots[slot] === goal && turnState === TURNED;
    occupied.fill(0);
    slots.forEach((at, which) => {
      cells[which] = robots[at] as number;
      occupied[robots[at] as number] = 1;
    });
    return search(turnState, moves);
  }

  const bound = bounds[(start << 8) | (position.robots[slot] as number)] as number;
  return {
    robot,
    arrives,
    route: (moves) => Array.from({ length: moves }, (_, at) => route[moves - at] as Move),
    start,
    least: bound === NEVER ? Infinity : bound,
    closed,
  };
}

/** About a robot that can stop anywhere, by its turn state and cell. */
interface RelaxedBounds {
  bounds: Uint8Array; // the moves to its target
  lastHeadings: Uint8Array; // those that may lead there in one move, a bit for each
}

export function boundsOf(
  { board, robots, goal }: ParsedPosition,
  robot: Robot,
  rule: Rule,
): RelaxedBounds {
  const { isBarrier } = board;
  const steps = stepsOf(board, robot);
  const isFree = rule.ricochet === 'off';
  const voids = !isFree && rule.early_stop === 'void';
  const bounds = new Uint8Array(4 * CELLS).fill(NEVER);
  const lastHeadings = new Uint8Array(4 * CELLS);

  /** Whether a slide that stops somewhere on its way leads to where so many moves are left. */
  function leadsTo(turnState: number, cell: number, heading: number, left: number): boolean {
    let next = steps[(heading << 8) | cell] as number;
    let then = turnStateAfter(turnState, heading, heading, false, rule);
    for (let length = 0; next >= 0 && length < LONGEST; length++) {
      const at = next & 255;
      if (next & BENT) then = turnStateAfter(turnState, heading, next >> 8, true, rule);
      if (at === goal && left === 0 && then === TURNED) return true;
      if (bounds[(then << 8) | at] === left && !isBarrier[at] && !(at === goal && voids))
        return true;
      next = steps[next & 1023] as number;
    }
    return false;
  }

  /** Set the bound if it is one more than what is left. */
  function look(turnState: number, cell: number, left: number): boolean {
    let headings = 0;
    for (let heading = 0; heading < 4; heading++)
      if (leadsTo(turnState, cell, heading, left)) headings |= 1 << heading;
    if (left === 0) lastHeadings[(turnState << 8) | cell] = headings;
    if (headings) bounds[(turnState << 8) | cell] = left + 1;
    return headings > 0;
  }

  let deepest = 0;
  for (let hasFound = true; hasFound; deepest++) {
    hasFound = false;
    for (let at = (isFree ? TURNED : ALONG_ROW) << 8; at < bounds.length; at++)
      if (bounds[at] === NEVER && look(at >> 8, at & 255, deepest)) hasFound = true;
  }
  // It moves only once for the first time.
  const start = robots[ROBOTS.indexOf(robot)] as number;
  for (let left = 0; left <= deepest && !isFree; left++) if (look(UNMOVED, start, left)) break;
  return { bounds, lastHeadings };
}
