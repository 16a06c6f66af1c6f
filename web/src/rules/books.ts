// The rule books, written by web/write_books.py: nothing of them is loaded before somebody reads.

import type { Locale } from '../paraglide/runtime';

/** A book as HTML, cut where its examples stand. */
export type Parts = readonly string[];
/** An example, step by step: pictures as SVG, and what has just happened. */
export interface BookExample {
  rule: string; // the id of its heading
  frames: readonly { picture: readonly number[]; events: readonly unknown[] }[];
  names: readonly string[]; // of its players, by seat; none where only robots are seen
}

/** Pictures have most of their lines in common, so they are numbers of lines. */
export interface Pictures {
  lines: readonly string[];
  examples: readonly BookExample[];
}

const FILES = import.meta.glob<{ default: unknown }>('./generated/*.json');

async function load(name: string): Promise<unknown> {
  const file = FILES[`./generated/${name}.json`];
  if (!file) throw new Error(`there is no ${name}`);
  return (await file()).default;
}

export async function bookOf(game: string, language: Locale): Promise<Parts> {
  return (await load(`${game}.${language}`)) as Parts;
}

export async function picturesOf(game: string): Promise<Pictures> {
  return (await load(`${game}.pictures`)) as Pictures;
}
