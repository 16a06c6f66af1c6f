// Routes that run over the same cells are drawn side by side. Pure.

import type { Cell, Robot, Slide } from '../../../wire/generated/ricochet';

const APART = 7; // from the middle of a line to that of the next; a cell is 44 wide

/** How far aside, to the right and down, the lines of robots lie that share a part of their way. */
export function lanesOf(slides: readonly Slide[]): ReadonlyMap<Robot, number> {
  const users = new Map<string, Set<Robot>>(); // by step from one cell to the next
  for (const { robot, cells } of slides)
    for (const step of stepsOf(cells)) users.set(step, (users.get(step) ?? new Set()).add(robot));
  const sharing = new Set(
    [...users.values()].filter(({ size }) => size > 1).flatMap((of) => [...of]),
  );
  const middle = (sharing.size - 1) / 2;
  return new Map([...sharing].map((robot, at) => [robot, APART * (at - middle)]));
}

/** The same in both directions. */
function stepsOf(cells: readonly Cell[]): string[] {
  return cells.slice(1).map((cell, at) => [cells[at], cell].map(String).toSorted().join(' '));
}

export interface RouteStop {
  robot: Robot;
  cell: Cell;
  number: number; // of the move that ended there, from 1
  nth: number; // of those in this cell, from 0, the last first
}

const TOLD = 2; // in one cell: more would cover it

/** Where the moves of a route end; in a cell where many did, the last of them. */
export function stopsOf(slides: readonly Slide[]): RouteStop[] {
  const seen = new Map<string, number>();
  return slides
    .map(({ robot, cells }, at) => ({ robot, cell: cells.at(-1), number: at + 1 }))
    .toReversed()
    .flatMap(({ robot, cell, number }) => {
      if (!cell) return [];
      const nth = seen.get(String(cell)) ?? 0;
      seen.set(String(cell), nth + 1);
      return nth < TOLD ? [{ robot, cell, number, nth }] : [];
    });
}
