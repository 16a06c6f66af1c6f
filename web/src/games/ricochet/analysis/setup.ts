// Setting up a position: what can be pointed at. Whether it can be played is the server's to say.

import { cellName, isSame } from '../board/notation';
import { ROBOTS } from '../../../board/robots';
import type { BoardFacts, Cell, Heading, Robot } from '../../../wire/generated/ricochet';
import type { Reason } from '../../../wire/reasons';

const STEP: Record<Heading, readonly [number, number]> = {
  n: [0, -1],
  e: [1, 0],
  s: [0, 1],
  w: [-1, 0],
};

/** Another section in a slot; if it, or one of its colour, lies elsewhere, they change places. */
export function withSection(sections: readonly string[], slot: number, chosen: string): string[] {
  const old = sections[slot] ?? chosen;
  return sections.map((name, at) => {
    if (at === slot) return chosen;
    return name[0] === chosen[0] ? old : name;
  });
}

function isTaken(board: BoardFacts, robots: readonly Cell[], cell: Cell): boolean {
  const taken = [...board.centre, ...board.barriers.map((barrier) => barrier.cell), ...robots];
  return taken.some((other) => isSame(other, cell));
}

/** The next cell in a direction on which a robot could be put; null where there is none. */
export function nextCell(
  board: BoardFacts,
  robots: readonly Cell[],
  from: Cell,
  heading: Heading,
): Cell | null {
  const [dx, dy] = STEP[heading];
  for (let [x, y] = [from[0] + dx, from[1] + dy]; ; x += dx, y += dy) {
    if (x < 0 || y < 0 || x >= board.width || y >= board.height) return null;
    if (!isTaken(board, robots, [x, y])) return [x, y];
  }
}

/** Why a robot cannot begin a match there, as the server would say it; null if it can. */
export function whyNotBegin(
  board: BoardFacts,
  robots: readonly Cell[],
  robot: Robot,
  cell: Cell,
): Reason | null {
  const isIn = (cells: readonly Cell[]) => cells.some((other) => isSame(other, cell));
  const facts = { robot, cell: cellName(cell) };
  const other = ROBOTS.find((one, at) => one !== robot && isIn(robots.slice(at, at + 1)));
  if (other) return { because: '', code: 'cell-is-taken', facts: { ...facts, other } };
  if (isIn(board.centre)) {
    const code = board.sections.length ? 'cell-in-centre' : 'cell-is-blocked';
    return { because: '', code, facts };
  }
  if (isIn(board.barriers.map((barrier) => barrier.cell)))
    return { because: '', code: 'cell-on-barrier', facts };
  if (isIn(board.targets.map((target) => target.cell)))
    return { because: '', code: 'cell-has-target', facts };
  return null;
}

/** A cell for another robot: an empty one, without a symbol. */
export function freeCell(board: BoardFacts, robots: readonly Cell[]): Cell | null {
  const taken = [...robots, ...board.targets.map(({ cell }) => cell)];
  for (let y = 0; y < board.height; y += 1)
    for (let x = 0; x < board.width; x += 1) if (!isTaken(board, taken, [x, y])) return [x, y];
  return null;
}
