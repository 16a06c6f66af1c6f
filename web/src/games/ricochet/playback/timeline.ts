// What happened, as a plan of motions: pure, so that it can be tested without a screen.

import { ROBOTS } from '../../../board/robots';
import type { Cell, Event, Robot, Slide } from '../../../wire/generated/ricochet';

/** Where a robot is drawn: cells, and fractions of them while it moves. */
export type Point = readonly [x: number, y: number];

/** One robot moves along a line of points. */
export interface Motion {
  robot: Robot;
  path: readonly Point[];
  lasts: number; // milliseconds
  pauses: readonly number[]; // at which points of the path it bounces
}

const PER_CELL = 60;
const SHORTEST = 120;
const LONGEST = 500;
const BOUNCE = 40;
const BACK = 220;
const REST = 700; // a failed proof is seen as it ended, before robots go back

/** The cells at which a path turns. */
export function bends(cells: readonly Cell[]): number[] {
  const turns: number[] = [];
  for (let at = 1; at + 1 < cells.length; at += 1) {
    const [before, here, after] = [cells[at - 1], cells[at], cells[at + 1]];
    if (!before || !here || !after) continue;
    const turned =
      here[0] - before[0] !== after[0] - here[0] || here[1] - before[1] !== after[1] - here[1];
    if (turned) turns.push(at);
  }
  return turns;
}

export function sliding({ robot, cells }: Pick<Slide, 'robot' | 'cells'>): Motion {
  const length = (cells.length - 1) * PER_CELL;
  const pauses = bends(cells);
  const lasts = Math.min(LONGEST, Math.max(SHORTEST, length)) + BOUNCE * pauses.length;
  return { robot, path: cells, lasts, pauses };
}

/** The motions that events bring about, robots standing as given; the rest needs no motion. */
export function motions(
  events: readonly Event[],
  robots: readonly Cell[],
  markers: readonly Cell[],
): Motion[] {
  const standing = new Map(robots.map((cell, at) => [ROBOTS[at], cell]));
  const plan: Motion[] = [];
  for (const event of events) {
    if (event.type === 'RobotSlid') {
      plan.push(sliding(event.slide));
      const end = event.slide.cells.at(-1);
      if (end) standing.set(event.slide.robot, end);
    } else if (event.type === 'MoveTakenBack') {
      plan.push(sliding({ robot: event.slide.robot, cells: event.slide.cells.toReversed() }));
      const start = event.slide.cells[0];
      if (start) standing.set(event.slide.robot, start);
    } else if (event.type === 'ProofFailed' || event.type === 'MatchEnded') {
      plan.push(...rested(goingBack(standing, markers)));
      markers.forEach((cell, at) => standing.set(ROBOTS[at], cell));
    }
  }
  return plan;
}

/** The first one waits for a moment where it stands. */
function rested([first, ...others]: Motion[]): Motion[] {
  if (!first) return [];
  const [from] = first.path;
  const rest = from ? [{ ...first, path: [from, from], lasts: REST }] : [];
  return [...rest, first, ...others];
}

/** Where robots stand after slides. */
export function after(start: readonly Cell[], slides: readonly Slide[]): readonly Cell[] {
  const robots = [...start];
  for (const slide of slides) {
    const end = slide.cells.at(-1);
    if (end) robots[ROBOTS.indexOf(slide.robot)] = end;
  }
  return robots;
}

function goingBack(
  standing: ReadonlyMap<Robot | undefined, Cell>,
  markers: readonly Cell[],
): Motion[] {
  return markers.flatMap((marker, at) => {
    const robot = ROBOTS[at];
    const from = standing.get(robot);
    const moved = from && (from[0] !== marker[0] || from[1] !== marker[1]);
    return robot && moved ? [{ robot, path: [from, marker], lasts: BACK, pauses: [] }] : [];
  });
}

/** Where the robot of a motion is so many milliseconds after its beginning; soft at its end. */
export function pointAt(motion: Motion, elapsed: number): Point {
  const { path, lasts, pauses } = motion;
  const first = path[0] ?? [0, 0];
  const last = path.at(-1) ?? first;
  if (elapsed <= 0) return first;
  if (elapsed >= lasts) return last;
  const running = lasts - BOUNCE * pauses.length;
  const steps = path.length - 1;
  let left = elapsed;
  for (const pause of pauses) {
    const arrives = running * timeOf(pause / steps);
    if (left < arrives) break;
    if (left < arrives + BOUNCE) return path[pause] ?? last;
    left -= BOUNCE;
  }
  return along(path, steps * wayAt(Math.min(1, left / running)));
}

// The last fifth of the time is spent on slowing down: w(t) rises evenly, then softly to 1.
const SOFT = 0.2;
const PACE = 1 / (1 - SOFT / 2);

function wayAt(time: number): number {
  if (time <= 1 - SOFT) return PACE * time;
  const rest = 1 - time;
  return 1 - (PACE * rest * rest) / (2 * SOFT);
}

function timeOf(way: number): number {
  if (way <= PACE * (1 - SOFT)) return way / PACE;
  return 1 - Math.sqrt(((1 - way) * 2 * SOFT) / PACE);
}

function along(path: readonly Point[], way: number): Point {
  const at = Math.min(Math.floor(way), path.length - 2);
  const [from, to] = [path[at], path[at + 1]];
  if (!from || !to) return path[0] ?? [0, 0];
  const part = way - at;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}
