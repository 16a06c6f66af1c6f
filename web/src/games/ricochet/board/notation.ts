// How cells and positions are written. Pure.

import { ROBOTS } from '../../../board/robots';
import type { Cell, Robot, Target } from '../../../wire/generated/ricochet';
import type { Mistake } from '../../../wire/generated/table';

/** The robots that are in the box; the others play on boards of one's own. */
export const BOX_ROBOTS: readonly Robot[] = ROBOTS.slice(0, 5);
const LETTERS = 26;
/** Of the text of a board: how many places are skipped. */
export const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const OWN_BOARD = /^v\d+\.(\d+)x(\d+)\./;

/** A column as people write it: a to z, then aa, ab. */
export function columnName(x: number): string {
  const letter = String.fromCharCode(97 + (x % LETTERS));
  return x < LETTERS ? letter : `a${letter}`;
}

/** A cell as people write it: a1 is the north-west corner. */
export function cellName([x, y]: readonly [number, number]): string {
  return `${columnName(x)}${y + 1}`;
}

/** The columns and rows of a board of one's own, by its text; null for a printed one. */
export function ownSize(board: string): { columns: number; rows: number } | null {
  const found = OWN_BOARD.exec(board);
  return found && { columns: Number(found[1]), rows: Number(found[2]) };
}

/** The sections of a printed board, by its name; a board of one's own has none. */
export function sectionsOf(board: string): readonly string[] {
  return ownSize(board) ? [] : (board.match(/../g) ?? []);
}

export function isSame(one: Cell, other: Cell): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** A position is written on one line. */
export function positionText(board: string, robots: readonly Cell[], target: Target): string {
  return `${board} ${robotsText(robots)} ${target}`;
}

/** The robots of a position, each with its cell. */
export function robotsText(robots: readonly Cell[]): string {
  return robots.map((cell, at) => `${ROBOTS[at] ?? ''}${cellName(cell)}`).join(',');
}

/** The cells of the robots in such a text, in the order r g b y s v t p. */
export function robotsOf(text: string): Cell[] {
  const cells = new Map(text.split(',').map((word) => [word[0], cellNamed(word.slice(1))]));
  return ROBOTS.flatMap((robot) => {
    const cell = cells.get(robot);
    return cell ? [cell] : [];
  });
}

function cellNamed(name: string): Cell {
  const column = name.replace(/\d+$/, '');
  const x = column.charCodeAt(column.length - 1) - 97 + (column.length > 1 ? LETTERS : 0);
  return [x, Number(name.slice(column.length)) - 1];
}

/** In a link the spaces are underscores. */
export function linkOf(text: string): string {
  return encodeURIComponent(text.trim().replace(/[\s_]+/g, '_')).replaceAll('%2C', ',');
}

/** The text of a link, which somebody may have written by hand or some program in its own way. */
export function textOf(link: string): string {
  return link.replace(/(?:%[0-9a-f]{2})+/gi, decoded).replaceAll('_', ' ');
}

function decoded(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code; // a mistake like any other: it is shown where it stands
  }
}

/** A part of a text; `mistake` is what is wrong with it, if anything is. */
export interface NotationPiece {
  text: string;
  mistake: Mistake | null;
}

const END_OF_WORD = /[ _,]/;

/** A text taken apart so that the words with mistakes can be marked. */
export function marked(text: string, mistakes: readonly Mistake[]): NotationPiece[] {
  const pieces: NotationPiece[] = [];
  let done = 0;
  for (const mistake of mistakes.toSorted((one, other) => one.at - other.at)) {
    const start = Math.max(done, mistake.at - 1);
    const length = text.slice(start + 1).search(END_OF_WORD);
    const end = length < 0 ? text.length : start + 1 + length;
    if (start > done) pieces.push({ text: text.slice(done, start), mistake: null });
    pieces.push({ text: text.slice(start, end), mistake });
    done = Math.max(start, end);
  }
  if (done < text.length) pieces.push({ text: text.slice(done), mistake: null });
  return pieces;
}
