// The rule books, written by web/write_books.py: nothing of them is loaded before somebody reads.

import type { Locale } from '../paraglide/runtime';

/** A book as HTML, cut where its examples stand. */
export type Parts = readonly string[];
/** The examples of a book: each one step by step, as SVG. */
export type Pictures = readonly (readonly string[])[];

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
