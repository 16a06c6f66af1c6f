// What is laid over a board while it is drawn, cell by cell. Pure.

import type { Expected, FindingFacts, Reached } from '../../../wire/generated/rally';
import { cellAt, key } from '../board/geometry';

const REGISTERS = 5; // of a turn

export type Shades = ReadonlyMap<string, { text: string; depth: number }>;

/** Cells where a robot can be after so many turns, with the turn in which it gets there. */
export function reachShades({ registers }: Reached, width: number, turns: number): Shades {
  return new Map(
    registers.flatMap((count, at) => {
      const turn = count === null ? Infinity : Math.ceil(count / REGISTERS);
      if (turn > turns) return [];
      const depth = 0.4 - (0.3 * Math.max(0, turn - 1)) / turns;
      return [[keyAt(at, width), { text: String(turn), depth }] as const];
    }),
  );
}

/** The turns that are expected from each cell: the darker, the nearer to the end. */
export function turnShades({ cells }: Expected, width: number): Shades {
  const most = Math.max(1, ...cells.map((turns) => turns ?? 0));
  return new Map(
    cells.flatMap((turns, at) =>
      turns === null
        ? []
        : [
            [
              keyAt(at, width),
              { text: turns.toFixed(1), depth: 0.45 - (0.4 * turns) / most },
            ] as const,
          ],
    ),
  );
}

/** Turns after which a robot has been wherever it can get. */
export function mostTurns({ registers }: Reached): number {
  return Math.max(1, ...registers.map((count) => Math.ceil((count ?? 0) / REGISTERS)));
}

/** Cells that something is wrong with; an error hides a note. */
export function marksOf(
  findings: readonly Pick<FindingFacts, 'cell' | 'kind'>[],
): ReadonlyMap<string, FindingFacts['kind']> {
  const marks = new Map<string, FindingFacts['kind']>();
  for (const { cell, kind } of findings) {
    const at = cell === null ? null : key(cellAt(cell));
    if (at !== null && marks.get(at) !== 'error') marks.set(at, kind);
  }
  return marks;
}

function keyAt(at: number, width: number): string {
  return key([at % width, Math.floor(at / width)]);
}
