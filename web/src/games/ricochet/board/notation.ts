// How cells and positions are written. Pure.

import type { Cell, Target } from '../../../wire/generated/ricochet';
import type { Mistake } from '../../../wire/generated/table';

/** A cell as people write it: a1 is the north-west corner. */
export function cellName([x, y]: readonly [number, number]): string {
  return `${String.fromCharCode(97 + x)}${y + 1}`;
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
  return robots.map((cell, at) => `${'rgbys'[at] ?? ''}${cellName(cell)}`).join(',');
}

/** The cells of the robots in such a text, in the order r g b y s. */
export function robotsOf(text: string): Cell[] {
  const cells = new Map(
    text.split(',').map((word) => {
      const cell: Cell = [word.charCodeAt(1) - 97, Number(word.slice(2)) - 1];
      return [word[0], cell];
    }),
  );
  return Array.from('rgbys').flatMap((robot) => {
    const cell = cells.get(robot);
    return cell ? [cell] : [];
  });
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
