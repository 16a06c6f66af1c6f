// The link of a day: what its page needs is asked for at once, while the page itself still comes.

import { gamePage } from '../games';
import type { DailyPage } from '../wire/generated/table';
import { get } from '../wire/http';
import type { PuzzleSession } from './session.svelte';

const LINK = /^\/puzzles\/daily(?:\/([^/]+))?\/?$/;

let ahead: { date: string | null; day: Promise<DailyPage> } | null = null;
let begun: { puzzle: string; session: Promise<PuzzleSession> } | null = null;

/** A day's puzzles, which may have been asked for already. */
export function dayOf(date: string | null): Promise<DailyPage> {
  const asked = ahead?.date === date ? ahead.day : null;
  ahead = null;
  return asked ?? get('/api/puzzles/daily', { query: { day: date } });
}

/** Whether somebody has tried none of today's: then the first one begins at once. */
export function isNew({ is_today, puzzles }: Pick<DailyPage, 'is_today' | 'puzzles'>): boolean {
  return is_today && puzzles.every(({ result }) => !result);
}

/** An attempt that has begun already; null if it has not. */
export function begunAhead(puzzle: string): Promise<PuzzleSession> | null {
  const session = begun?.puzzle === puzzle ? begun.session : null;
  begun = null;
  return session;
}

/** What is at an address, if that is the link of a day. Whoever shows it will say what failed. */
export function openAhead(address: string): void {
  const found = LINK.exec(address);
  if (!found) return;
  const date = found[1] ?? null;
  const day = dayOf(date);
  ahead = { date, day };
  import('./Daily.svelte').catch(() => undefined);
  day.then(beginAhead).catch(() => undefined);
}

function beginAhead(day: DailyPage): void {
  const [first] = day.puzzles;
  if (!first?.puzzle || !isNew(day)) return;
  const { puzzle, game } = first;
  gamePage(game)
    .puzzles?.player()
    .catch(() => undefined);
  const session = import('./judge').then(({ begin }) => begin(puzzle));
  session.catch(() => undefined);
  begun = { puzzle, session };
}
