// A puzzle of Ricochet in sentences: where an attempt left the path, and what makes it hard. Pure.

import { headingName } from '../../../board/headings';
import { ROBOTS } from '../../../board/robots';
import { m } from '../../../paraglide/messages';
import type { BoardFacts, Cell, Robot, Slide } from '../../../wire/generated/ricochet';
import { isSame } from '../board/notation';
import { robotName } from '../board/words';
import { leftPathAt } from './orders';
import { stopsOf } from './stops';

/** A sentence, and the robots that it is about. */
export interface RobotComment {
  text: string;
  robots: readonly Robot[];
}

type Left = readonly (number | null)[];

/** How an attempt went, by the moves that were left before its first move, and after each. */
export function attemptComments(own: readonly Slide[], left: Left, fewest: number): RobotComment[] {
  const said: RobotComment[] = [];
  const strayed = own.length ? leftPathAt(left) : null;
  const slide = strayed === null ? undefined : own[strayed - 1];
  if (strayed !== null && slide) {
    const [before, after] = [left[strayed - 1] ?? 0, left[strayed] ?? null];
    const told = { move: strayed, slide: slideName(slide), before };
    const text = after === null ? m.rc_say_strayed_far(told) : m.rc_say_strayed({ ...told, after });
    said.push({ text, robots: [slide.robot] });
    const again = straysAfter(left, strayed);
    if (again.length)
      said.push({ text: m.rc_say_again({ moves: again.join(', ') }), robots: movers(own, again) });
  }
  if (own.length > fewest)
    said.push({
      text: m.rc_say_longer({ own: own.length, fewest }),
      robots: movers(own, [own.length]),
    });
  return said;
}

/** The robots of these moves. */
function movers(slides: readonly Slide[], moves: readonly number[]): Robot[] {
  return [...new Set(moves.flatMap((move) => slides[move - 1]?.robot ?? []))];
}

/** Later moves that brought nobody nearer. */
function straysAfter(left: Left, first: number): number[] {
  return left.flatMap((now, at) => {
    const before = left[at - 1];
    const isStray = typeof before === 'number' && typeof now === 'number' && now >= before;
    return at > first && isStray ? [at] : [];
  });
}

export interface SolvedPuzzle {
  board: Pick<BoardFacts, 'walls'>;
  start: readonly Cell[];
  slides: readonly Slide[]; // the solution
  themes: readonly string[];
}

/** What makes a puzzle hard: what each helper is for, and what its themes mean here. */
export function hardComments(puzzle: SolvedPuzzle): RobotComment[] {
  const { slides, themes } = puzzle;
  const themed = themes.flatMap((theme) => BY_THEME[theme]?.(puzzle) ?? []);
  return slides.length ? [...helpers(puzzle), ...bystanders(puzzle), ...themed] : [];
}

/** Robots that move, and do not arrive. Each of them is needed, or it would not be a puzzle. */
function helpers({ board, start, slides }: SolvedPuzzle): RobotComment[] {
  const arriving = slides.at(-1)?.robot;
  const stops = stopsOf(board, start, slides);
  const moving = [...new Set(slides.map(({ robot }) => robot))];
  return moving
    .filter((robot) => robot !== arriving)
    .map((robot) => {
      const stop = stops.find(({ by, hasMoved }) => by === robot && hasMoved);
      if (!stop) return { text: m.rc_say_needed({ robot: robotName(robot) }), robots: [robot] };
      const told = { robot: robotName(robot), other: robotName(stop.robot), move: stop.move };
      return { text: m.rc_say_blocker(told), robots: [robot, stop.robot] };
    });
}

function bystanders({ board, start, slides }: SolvedPuzzle): RobotComment[] {
  const moving = new Set(slides.map(({ robot }) => robot));
  return stopsOf(board, start, slides)
    .filter(({ by }) => !moving.has(by))
    .map(({ robot, by, move }) => ({
      text: m.rc_say_bystander({ robot: robotName(robot), other: robotName(by), move }),
      robots: [robot, by],
    }));
}

/** Themes that say more than helpers and bystanders do. */
const BY_THEME: Readonly<Record<string, (puzzle: SolvedPuzzle) => RobotComment | null>> = {
  'quiet-first-move': ({ slides: [first] }) =>
    first ? { text: m.rc_say_quiet({ slide: slideName(first) }), robots: [first.robot] } : null,
  detour: ({ slides }) => {
    const robot = slides.at(-1)?.robot;
    const own = slides.filter((slide) => slide.robot === robot).length;
    return robot
      ? { text: m.rc_say_detour({ robot: robotName(robot), count: own }), robots: [robot] }
      : null;
  },
  'ricochet-rule': ({ slides }) => {
    const robot = slides.at(-1)?.robot;
    return robot ? { text: m.rc_say_corner({ robot: robotName(robot) }), robots: [robot] } : null;
  },
  bounce: ({ slides }) => about(slides, ({ barriers }) => barriers > 0, m.rc_say_bounce),
  'robot-swap': ({ slides, start }) => {
    for (const [at, { robot, cells }] of slides.entries()) {
      const other = ROBOTS[start.findIndex((cell) => isSame(cell, cells.at(-1) ?? [-1, -1]))];
      if (!other || other === robot) continue;
      const told = { robot: robotName(robot), other: robotName(other), move: at + 1 };
      return { text: m.rc_say_swap(told), robots: [robot, other] };
    }
    return null;
  },
  return: ({ slides }) =>
    about(slides, (slide, at) => isBack(slides.slice(0, at + 1), slide), m.rc_say_return),
  vortex: ({ slides }) => {
    const robot = slides.at(-1)?.robot;
    return robot ? { text: m.rc_say_vortex({ robot: robotName(robot) }), robots: [robot] } : null;
  },
  'long-corridor': ({ slides }) => {
    const longest = Math.max(...slides.map(({ cells }) => cells.length));
    const found = slides.find(({ cells }) => cells.length === longest);
    if (!found) return null;
    const text = m.rc_say_far({ slide: slideName(found), cells: longest - 1 });
    return { text, robots: [found.robot] };
  },
  'all-four-robots': ({ slides }) => {
    const robots = [...new Set(slides.map(({ robot }) => robot))];
    return { text: m.rc_say_many({ count: robots.length }), robots };
  },
  long: ({ slides }) => ({
    text: m.rc_say_long({ count: slides.length }),
    robots: movers(slides, [slides.length]),
  }),
};

/** The first slide of some kind, in a sentence. */
function about(
  slides: readonly Slide[],
  is: (slide: Slide, at: number) => boolean,
  say: (told: { robot: string; move: number }) => string,
): RobotComment | null {
  const at = slides.findIndex(is);
  const slide = slides[at];
  if (!slide) return null;
  return { text: say({ robot: robotName(slide.robot), move: at + 1 }), robots: [slide.robot] };
}

/** Whether a slide ends where the same robot stood before. */
function isBack(sofar: readonly Slide[], { robot, cells }: Slide): boolean {
  const end = cells.at(-1) ?? [-1, -1];
  return sofar.some((slide) => slide.robot === robot && isSame(slide.cells[0] ?? [-2, -2], end));
}

function slideName({ robot, heading }: Slide): string {
  return m.slide_button({ robot: robotName(robot), heading: headingName(heading) });
}
