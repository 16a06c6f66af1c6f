// Boards of one's own without a server: their text on one line, as the server writes it. Pure.
//
// They lie in the north-west corner of a printed one; larger ones are the server's.

import type { Robot, Target } from '../../../wire/generated/ricochet';
import { DIGITS, ownSize } from '../board/notation';
import {
  addSide,
  addWall,
  boardWith,
  CELLS,
  OFFSETS,
  SIZE,
  TARGETS,
  type Diagonal,
  type PrintedBoard,
} from './board';

const VERSION = 'v1';
const PARTS = 6; // version, size, walls, blocked cells, barriers, targets
const OWN_SIDES = [1, 2]; // east and south: by these every wall is counted once

/** The board with this text; null if it is no board of one's own, or not one that fits. */
export function ownBoard(name: string): PrintedBoard | null {
  const size = ownSize(name);
  const parts = name.split('.');
  if (!size || size.columns > SIZE || size.rows > SIZE) return null;
  if (parts[0] !== VERSION || parts.length !== PARTS) return null;
  const all = Array.from({ length: CELLS }, (_, cell) => cell);
  const cells = all.filter((cell) => cell % SIZE < size.columns && cell < size.rows * SIZE);
  const blocked = placed(parts[3], cells, 0).map(([cell]) => cell);
  const free = cells.filter((cell) => !blocked.includes(cell));
  const open = new Set(free);
  const barriers = new Map(
    placed(parts[4], free, 1).map(([cell, letter]) => [cell, diagonalOf(letter)]),
  );
  const restful = free.filter((cell) => !barriers.has(cell));
  const targets = new Map(
    placed(parts[5], restful, 2).flatMap(([cell, letters]): [Target, number][] => {
      const target = TARGETS.find((one) => lettersOf(one) === letters);
      return target ? [[target, cell]] : [];
    }),
  );
  const closed = new Set(all.filter((cell) => !open.has(cell)));
  return boardWith({ name, closed, walls: wallsOf(parts[2], open), barriers, targets });
}

/** Those that are drawn, and those round all that is open. */
function wallsOf(part: string | undefined, open: ReadonlySet<number>): Uint8Array {
  const walls = new Uint8Array(CELLS);
  const edges = [...open].flatMap((cell) =>
    OWN_SIDES.filter((side) => leadsOn(cell, side, open)).map((side) => ({ cell, side })),
  );
  for (const [{ cell, side }] of placed(part, edges, 0)) addWall(walls, cell, side);
  for (const cell of open)
    for (let side = 0; side < OFFSETS.length; side++)
      if (!leadsOn(cell, side, open)) addSide(walls, cell, side);
  return walls;
}

/** Whether the cell on that side is open, too. */
function leadsOn(cell: number, side: number, open: ReadonlySet<number>): boolean {
  const next = cell + (OFFSETS[side] ?? 0);
  const isAlongRow = side % 2 === 1;
  const isInRow = Math.floor(next / SIZE) === Math.floor(cell / SIZE);
  return open.has(next) && (isInRow || !isAlongRow);
}

/** The places of things, each with its letters: so many places are skipped since the one before. */
function placed<T>(part = '', places: readonly T[], letters: number): [T, string][] {
  let at = -1;
  return [...part.matchAll(new RegExp(`(-*)(\\w)(.{${letters}})`, 'g'))].flatMap(
    ([, skips = '', digit = '', sign = '']): [T, string][] => {
      at += 1 + DIGITS.length * skips.length + DIGITS.indexOf(digit);
      const place = places[at];
      return place === undefined ? [] : [[place, sign]];
    },
  );
}

function diagonalOf(letter: string): Diagonal {
  const colour = letter.toLowerCase() as Robot;
  return { colour, rises: letter === colour };
}

function lettersOf(target: Target): string {
  const [colour = '', symbol] = target.split('-');
  return symbol ? `${colour[0] ?? ''}${symbol[0] ?? ''}` : 'av';
}
