// The puzzles of a day in words. Pure but for the words of the games.

import { gamePage } from '../games';
import type { PuzzleWords } from '../games/game';
import { m } from '../paraglide/messages';
import type { DailyPage, DailyPuzzle, DailyResult } from '../wire/generated/table';
import { timeOf } from './share';

export type WordsByGame = Readonly<Record<string, PuzzleWords>>;

/** What all these games say of their puzzles. */
export async function wordsOf(games: readonly string[]): Promise<WordsByGame> {
  const found = await Promise.all(
    [...new Set(games)].map(async (game) => {
      const loaded = await gamePage(game).puzzles?.words();
      return loaded ? ([[game, loaded.default]] as const) : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** “Easy”. */
export function slotName(words: WordsByGame, { game, slot }: Pick<DailyPuzzle, 'game' | 'slot'>) {
  return words[game]?.slots[slot]?.() ?? slot;
}

/** “The fewest moves, 0:42”. */
export function resultText(words: WordsByGame, game: string, result: DailyResult | null): string {
  if (!result) return m.pz_not_tried();
  if (result.state === 'open') return m.pz_begun();
  if (result.extra === null) return m.pz_missed();
  const said = result.extra ? m.pz_longer({ count: result.extra }) : (words[game]?.best() ?? '');
  const time = timeOf(result);
  return time === null ? said : `${said} · ${time}`;
}

export const LOOK_AGAIN = 5_000; // milliseconds, while puzzles are being made

/** Why a puzzle is not there: it is being made, or nobody makes it. */
export function missingText({ makes_puzzles }: Pick<DailyPage, 'makes_puzzles'>): string {
  return makes_puzzles ? m.pz_being_made() : m.pz_turned_off();
}

/** Whether all the puzzles of a day are there. */
export function isComplete({ puzzles }: Pick<DailyPage, 'puzzles'>): boolean {
  return puzzles.every(({ puzzle }) => puzzle);
}
