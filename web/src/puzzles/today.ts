// The puzzles of a day in words. Pure but for the words of the games.

import { gamePage } from '../games';
import type { PuzzleWords } from '../games/game';
import { m } from '../paraglide/messages';
import type { DailyPage, DailyPuzzle, DailyResult, PuzzleAttempt } from '../wire/generated/table';
import { isSolved, markOf, timeOf, type ResultMark } from './share';

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

/** “The fewest moves · with a hint · 0:42”. */
export function resultText(words: WordsByGame, game: string, result: DailyResult | null): string {
  if (!result) return m.pz_not_tried();
  const mark = markOf(result);
  if (mark === 'open') return m.pz_begun();
  const parts = [
    isSolved(mark)
      ? (words[game]?.best() ?? '')
      : mark === 'longer'
        ? m.pz_longer({ count: result.extra ?? 0 })
        : m.pz_missed(),
    result.hints ? m.pz_with_hint() : null,
    mark === 'later' ? m.pz_tries({ count: result.answers }) : null,
    mark === 'missed' ? null : timeOf(result),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** What the first answer was: the one that counts. */
export function firstText({ first_extra: extra }: Pick<PuzzleAttempt, 'first_extra'>): string {
  return extra === null ? m.pz_first_missed() : m.pz_first_longer({ count: extra });
}

const MARKS: Readonly<Record<ResultMark, () => string>> = {
  best: m.pz_mark_best,
  hinted: m.pz_mark_hinted,
  later: m.pz_mark_later,
  longer: m.pz_mark_longer,
  missed: m.pz_mark_missed,
  open: m.pz_mark_open,
};

/** What a mark means. */
export function markName(mark: ResultMark): string {
  return MARKS[mark]();
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

/** The first of a day's puzzles that is still to be solved; null if there is none. */
export function openOf({ puzzles }: Pick<DailyPage, 'puzzles'>): string | null {
  const open = puzzles.find(({ puzzle, result }) => puzzle && markOf(result) === 'open');
  return open?.puzzle ?? null;
}

/** One of a day's puzzles that somebody has a result of; null if there is none. */
export function doneOf({ puzzles }: Pick<DailyPage, 'puzzles'>): string | null {
  const done = puzzles.find(({ result }) => markOf(result) !== 'open');
  return done?.puzzle ?? null;
}
