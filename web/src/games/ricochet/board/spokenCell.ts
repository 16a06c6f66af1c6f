// What is on one cell of a board, in words.

import { wallName } from '../../../board/headings';
import { ROBOTS } from '../../../board/robots';
import { m } from '../../../paraglide/messages';
import type { BoardFacts, Cell } from '../../../wire/generated/ricochet';
import { wallsOf } from './spoken';
import { barrierName, isSame, robotName, targetName } from './words';

/** Robots, targets, barriers and walls; nothing for an empty cell. */
export function wordsAt(board: BoardFacts, robots: readonly Cell[], cell: Cell): string[] {
  const isBlocked = !board.sections.length && board.centre.some((other) => isSame(other, cell));
  return [
    ...(isBlocked ? [m.bd_blocked()] : []),
    ...robots.flatMap((at, index) => (isSame(at, cell) ? [robotName(ROBOTS[index] ?? 'r')] : [])),
    ...board.targets
      .filter((place) => isSame(place.cell, cell))
      .map((place) => targetName(place.target)),
    ...board.barriers
      .filter((barrier) => isSame(barrier.cell, cell))
      .map(({ colour, rises }) =>
        rises
          ? m.spoken_rises({ barrier: barrierName(colour) })
          : m.spoken_falls({ barrier: barrierName(colour) }),
      ),
    ...wallsOf(board, cell).map(wallName),
  ];
}
