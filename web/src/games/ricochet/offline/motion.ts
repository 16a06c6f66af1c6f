// How a robot slides (RC5 to RC8), and when it arrives (RC9, RC10), for the page without a server.
// Pure. Compared with the rules in Python by tests/page/test_offline.py.

import { ROBOTS } from '../../../board/robots';
import type { Heading, Move, Offered, Robot, Rule, Slide } from '../../../wire/generated/ricochet';
import { BENT, cellOf, CELLS, colourFor, HEADINGS, numberOf, stepsOf } from './board';
import type { ParsedPosition } from './position';

type Verdict = Offered['verdict'];

/** A move by the rules; null if it cannot be made. */
export function slide(
  { board }: ParsedPosition,
  robots: readonly number[],
  move: Move,
): Slide | null {
  const slot = ROBOTS.indexOf(move.robot);
  const start = robots[slot];
  if (start === undefined) return null;
  const steps = stepsOf(board, move.robot);
  const cells = [start];
  let [at, heading, barriers] = [start, HEADINGS.indexOf(move.heading), 0];
  for (;;) {
    const step = steps[(heading << 8) | at] ?? -1;
    const next = step & 255;
    if (step < 0 || robots.some((cell, other) => other !== slot && cell === next)) break;
    if (cells.length > 4 * CELLS) return null; // RC8: it would never stop
    [at, heading] = [next, (step >> 8) & 3];
    // A barrier of its own colour does not turn it.
    if (step & BENT) barriers += 1;
    cells.push(at);
  }
  if (cells.length === 1 || board.barriers.has(at)) return null;
  return {
    robot: move.robot,
    heading: move.heading,
    cells: cells.map(cellOf),
    rest_heading: HEADINGS[heading] as Heading,
    barriers,
  };
}

/** Every move that can be made. */
export function slides(puzzle: ParsedPosition, robots: readonly number[]): Slide[] {
  return ROBOTS.slice(0, robots.length).flatMap((robot) =>
    HEADINGS.flatMap((heading) => slide(puzzle, robots, { robot, heading }) ?? []),
  );
}

/** Where a slide ends. */
export function endOf({ cells }: Slide): number {
  const [x, y] = cells.at(-1) ?? [0, 0];
  return numberOf(x, y);
}

/** The robots after a slide. */
export function moved(robots: readonly number[], slid: Slide): readonly number[] {
  return robots.with(ROBOTS.indexOf(slid.robot), endOf(slid));
}

/** What the last of these slides comes to. */
export function judge(
  { target, goal }: ParsedPosition,
  made: readonly Slide[],
  rule: Rule,
): Verdict {
  const last = made.at(-1);
  const wanted = colourFor(target);
  if (!last || endOf(last) !== goal || (wanted !== null && wanted !== last.robot))
    return 'under way';
  if (rule.ricochet === 'off' || hasRicocheted(made, last.robot, rule)) return 'arrived';
  return rule.early_stop === 'void' ? 'void' : 'under way';
}

/** RC10: it set off at a right angle to its last rest, or a barrier turned it. */
function hasRicocheted(made: readonly Slide[], robot: Robot, rule: Rule): boolean {
  const own = made.filter((slid) => slid.robot === robot);
  if (rule.deflection_counts && own.some(({ barriers }) => barriers)) return true;
  return own.some(({ heading }, at) => {
    const before = own[at - 1];
    return before !== undefined && isAlongRow(before.rest_heading) !== isAlongRow(heading);
  });
}

export function isAlongRow(heading: Heading): boolean {
  return heading === 'e' || heading === 'w';
}

/** Moves played by the rules, up to the one that settles it or cannot be made. */
export interface PlayedMoves {
  made: readonly Slide[];
  robots: readonly number[];
  verdict: Verdict;
}

export function attempt(puzzle: ParsedPosition, moves: readonly Move[], rule: Rule): PlayedMoves {
  let robots = puzzle.robots;
  const made: Slide[] = [];
  for (const move of moves) {
    const slid = slide(puzzle, robots, move);
    if (!slid) break;
    robots = moved(robots, slid);
    made.push(slid);
    const verdict = judge(puzzle, made, rule);
    if (verdict !== 'under way') return { made, robots, verdict };
  }
  return { made, robots, verdict: 'under way' };
}
