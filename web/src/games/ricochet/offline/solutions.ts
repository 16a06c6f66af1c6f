// All shortest solutions in the browser, the simplest first, and hints from them. Pure.
//
// Where there is time, the answers are those of the server: the same number of solutions, the same
// ones in the same order, the same hints.

import { ROBOTS } from '../../../board/robots';
import type { Cell, Hinted, Move, Robot, Rule, Slide } from '../../../wire/generated/ricochet';
import { HEADINGS, numberOf, order, stepsOf } from './board';
import { attempt, endOf, moved, slides } from './motion';
import type { ParsedPosition } from './position';
import {
  boundsOf,
  firstSolution,
  OutOfTime,
  searchesFor,
  TURNED,
  turnStateAfter,
  type Check,
  type RouteSearch,
} from './search';

/** What a search found out. */
export interface FoundSolutions {
  outcome: 'solved' | 'unsolvable' | 'out of time';
  length: number | null;
  atLeast: number;
  count: number | null; // null: there was no time to find all
  distinct: number | null; // null: not asked, or no time
  routes: readonly FoundRoute[]; // best first
}

interface FoundRoute {
  robots: number; // how many of them move
  cells: number; // how far they travel in all
  slides: readonly Slide[];
  text: string;
}

/** A shortest solution. */
export function findShortest(position: ParsedPosition, rule: Rule, check: Check): FoundSolutions {
  return shortestOf(position, rule, searchesFor(position, rule, check));
}

/** The best of all shortest solutions; without `orders`, one of those with the same moves. */
export function findSolutions(
  position: ParsedPosition,
  rule: Rule,
  { limit, orders, check }: { limit: number; orders: boolean; check: Check },
): FoundSolutions {
  const searches = searchesFor(position, rule, check);
  const shortest = shortestOf(position, rule, searches);
  const { length, outcome } = shortest;
  if (length === null) {
    const none = outcome === 'unsolvable' ? 0 : null;
    return { ...shortest, count: none, distinct: orders ? null : none };
  }
  try {
    const graphs = searches.map((search) => new RouteGraph(position, search, rule, length, check));
    const all = graphs.flatMap((graph) => graph.routes(orders ? limit : null, !orders));
    return {
      ...shortest,
      count: graphs.reduce((sum, graph) => sum + graph.count(), 0),
      distinct: orders ? null : all.length,
      routes: all.sort(byRank).slice(0, limit),
    };
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return shortest;
  }
}

function shortestOf(
  position: ParsedPosition,
  rule: Rule,
  searches: readonly RouteSearch[],
): FoundSolutions {
  const { moves, isUnsolvable, atLeast } = firstSolution(searches, position.robots);
  return {
    outcome: moves ? 'solved' : isUnsolvable ? 'unsolvable' : 'out of time',
    length: moves?.length ?? null,
    atLeast,
    count: null,
    distinct: null,
    routes: moves ? [routeOf(attempt(position, moves, rule).made)] : [],
  };
}

function routeOf(made: readonly Slide[]): FoundRoute {
  const robots = new Set(made.map(({ robot }) => robot)).size;
  const nothing: Suffix = { cells: 0, text: '', slides: [] };
  return { robots, ...made.reduceRight((suffix, slid) => longer(slid, suffix), nothing) };
}

function byRank(one: FoundRoute, other: FoundRoute): number {
  return one.robots - other.robots || one.cells - other.cells || (one.text < other.text ? -1 : 1);
}

/** Robots on a shortest route. */
interface Node {
  robots: readonly number[];
  turnState: number; // of the arriving robot (RC10)
  left: number; // moves to the target
}

/** The rest of a route. */
interface Suffix {
  cells: number;
  text: string;
  slides: readonly Slide[];
}

/** All shortest routes of one robot: each node has only the moves that lead to the target. */
class RouteGraph {
  readonly #position: ParsedPosition;
  readonly #search: RouteSearch;
  readonly #rule: Rule;
  readonly #check: Check;
  readonly #start: Node;
  readonly #onward = new Map<string, readonly (readonly [Slide, Node])[]>();

  constructor(
    position: ParsedPosition,
    search: RouteSearch,
    rule: Rule,
    length: number,
    check: Check,
  ) {
    this.#position = position;
    this.#search = search;
    this.#rule = rule;
    this.#check = check;
    this.#start = { robots: position.robots, turnState: search.start, left: length };
  }

  count(): number {
    const counts = new Map<string, number>();
    const countFrom = (node: Node): number => {
      if (node.left === 0) return 1;
      const key = keyOf(node);
      let count = counts.get(key);
      if (count === undefined) {
        count = this.#stepsFrom(node).reduce((sum, [, then]) => sum + countFrom(then), 0);
        counts.set(key, count);
      }
      return count;
    };
    return countFrom(this.#start);
  }

  /** The routes; of those that move the same robots, only the `best` with the fewest cells. */
  routes(best: number | null, isDistinct: boolean): FoundRoute[] {
    const known = new Map<string, ReadonlyMap<number, readonly Suffix[]>>();
    const suffixes = (node: Node): ReadonlyMap<number, readonly Suffix[]> => {
      if (node.left === 0) return new Map([[0, [{ cells: 0, text: '', slides: [] }]]]);
      const key = keyOf(node);
      let found = known.get(key);
      if (!found) {
        found = this.#suffixes(node, suffixes, best, isDistinct);
        known.set(key, found);
      }
      return found;
    };
    return [...suffixes(this.#start)].flatMap(([movers, some]) =>
      some.map((suffix) => ({ robots: bitCount(movers), ...suffix })),
    );
  }

  /** From a node to the target, by the robots that move, a bit for each. */
  #suffixes(
    node: Node,
    further: (node: Node) => ReadonlyMap<number, readonly Suffix[]>,
    best: number | null,
    isDistinct: boolean,
  ): Map<number, Suffix[]> {
    const found = new Map<number, Suffix[]>();
    for (const [slid, then] of this.#stepsFrom(node))
      for (const [movers, rest] of further(then)) {
        this.#check();
        const all = movers | (1 << ROBOTS.indexOf(slid.robot));
        const fit = isDistinct ? rest.filter((one) => this.#isInOrder(slid, one.slides)) : rest;
        const some = fit.map((suffix) => longer(slid, suffix));
        found.set(all, [...(found.get(all) ?? []), ...some]);
      }
    if (best !== null)
      for (const [movers, some] of found) found.set(movers, some.sort(byLength).slice(0, best));
    return found;
  }

  #stepsFrom(node: Node): readonly (readonly [Slide, Node])[] {
    const key = keyOf(node);
    let steps = this.#onward.get(key);
    if (!steps) {
      this.#check();
      steps = slides(this.#position, node.robots).flatMap((slid) => this.#step(node, slid));
      this.#onward.set(key, steps);
    }
    return steps;
  }

  /** The slide and where it leads, if it leads to the target. */
  #step(node: Node, slid: Slide): [readonly [Slide, Node]] | [] {
    const { robot, closed, arrives } = this.#search;
    const isArriving = slid.robot === robot;
    const end = endOf(slid);
    const turnState = isArriving ? this.#turned(node.turnState, slid) : node.turnState;
    const isEarly = end === this.#position.goal && turnState !== TURNED;
    if (isArriving ? isEarly && this.#rule.early_stop === 'void' : end === closed) return [];
    // RC9: being on the target while another robot moves is not arriving.
    if (node.left === 1 && !isArriving) return [];
    const then = { robots: moved(node.robots, slid), turnState, left: node.left - 1 };
    return arrives(then.robots, turnState, then.left) ? [[slid, then]] : [];
  }

  #turned(before: number, { heading, rest_heading, barriers }: Slide): number {
    const [way, rest] = [HEADINGS.indexOf(heading), HEADINGS.indexOf(rest_heading)];
    return turnStateAfter(before, way, rest, barriers > 0, this.#rule);
  }

  /** Whether this is the one order of its independent moves that is listed: the one in which no
      move can be made earlier than moves that sort after it. */
  #isInOrder(slid: Slide, rest: readonly Slide[]): boolean {
    const before = [slid];
    for (const later of rest) {
      const isEarlier = bySlide(later, slid) < 0;
      if (isEarlier && before.every((one) => this.#commute(one, later))) return false;
      before.push(later);
    }
    return true;
  }

  /** Whether two moves in a row can be made in the other order. */
  #commute(first: Slide, then: Slide): boolean {
    const start = numberOf(...startOf(first));
    return (
      first.robot !== then.robot &&
      !passes(then, start) &&
      !passes(first, endOf(then)) &&
      this.#stopper(then) !== endOf(first) &&
      this.#stopper(first) !== numberOf(...startOf(then))
    );
  }

  /** The cell of the robot that stopped this one; null if a wall did. */
  #stopper(slid: Slide): number | null {
    if (isStoppedByWall(this.#position, slid)) return null;
    const heading = HEADINGS.indexOf(slid.rest_heading);
    const step = stepsOf(this.#position.board, slid.robot)[(heading << 8) | endOf(slid)] ?? 0;
    return step & 255;
  }
}

function keyOf({ robots, turnState, left }: Node): string {
  return `${robots.join()} ${turnState} ${left}`;
}

function longer(slid: Slide, { cells, text, slides: rest }: Suffix): Suffix {
  const move = slid.robot + slid.heading;
  return {
    cells: cells + slid.cells.length - 1,
    text: text ? `${move} ${text}` : move,
    slides: [slid, ...rest],
  };
}

function byLength(one: Suffix, other: Suffix): number {
  return one.cells - other.cells || (one.text < other.text ? -1 : 1);
}

function bySlide(one: Slide, other: Slide): number {
  return (
    ROBOTS.indexOf(one.robot) - ROBOTS.indexOf(other.robot) ||
    order(startOf(one), startOf(other)) ||
    order(lastOf(one), lastOf(other))
  );
}

function startOf({ cells }: Slide): Cell {
  return cells[0] ?? [0, 0];
}

function lastOf({ cells }: Slide): Cell {
  return cells.at(-1) ?? [0, 0];
}

function passes({ cells }: Slide, cell: number): boolean {
  return cells.some(([x, y]) => numberOf(x, y) === cell);
}

function bitCount(bits: number): number {
  return bits ? 1 + bitCount(bits & (bits - 1)) : 0;
}

function isStoppedByWall({ board }: ParsedPosition, slid: Slide): boolean {
  const heading = HEADINGS.indexOf(slid.rest_heading);
  return (((board.walls[endOf(slid)] ?? 0) >> heading) & 1) === 1;
}

// Hints

/** What a hint of some level tells of the best solution. */
type HintFacts = Pick<Hinted, 'about' | 'moves' | 'robot' | 'hard' | 'move'>;

const BANDS = [
  { fewest: 10, most: null },
  { fewest: 7, most: 9 },
  { fewest: 4, most: 6 },
  { fewest: 1, most: 3 },
];

export function hintFrom(
  position: ParsedPosition,
  { length, count, routes }: FoundSolutions,
  level: number,
): HintFacts {
  const best = routes[0];
  const first: Move | null = firstMove(best);
  const known = length ?? 0;
  return {
    about: length === null ? null : (BANDS.find(({ fewest }) => known >= fewest) ?? null),
    moves: level > 1 ? length : null,
    robot: level > 2 && first ? first.robot : null,
    hard: level > 2 && count && best ? difficulty(position, best) : null,
    move: level > 3 ? first : null,
  };
}

function firstMove(route: FoundRoute | undefined): Move | null {
  const slid = route?.slides[0];
  return slid ? { robot: slid.robot, heading: slid.heading } : null;
}

function difficulty(
  position: ParsedPosition,
  { robots, slides: made }: FoundRoute,
): Hinted['hard'] {
  const arriving = made.at(-1)?.robot as Robot;
  const own = made.filter(({ robot }) => robot === arriving).length;
  return {
    robots,
    blockers: made.filter((slid) => !isStoppedByWall(position, slid)).length,
    detours: own - relaxedDistance(position, arriving),
  };
}

const FREE: Rule = { ricochet: 'off', deflection_counts: true, early_stop: 'void' };

/** In how many moves the robot would arrive if it could stop anywhere. */
function relaxedDistance(position: ParsedPosition, robot: Robot): number {
  const start = position.robots[ROBOTS.indexOf(robot)] ?? 0;
  return boundsOf(position, robot, FREE).bounds[(TURNED << 8) | start] ?? 0;
}
