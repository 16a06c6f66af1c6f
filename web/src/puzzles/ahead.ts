// A day's puzzles, asked for while the scripts of their page still come.

import { get } from '../wire/http';
import type { DailyPage } from '../wire/generated/table';

let ahead: { date: string | null; day: Promise<DailyPage> } | null = null;

/** A day's puzzles, which may have been asked for already. */
export function dayOf(date: string | null): Promise<DailyPage> {
  const asked = ahead?.date === date ? ahead.day : null;
  ahead = null;
  return asked ?? get('/api/puzzles/daily', { query: { day: date } });
}

export function askAhead(date: string | null): void {
  const day = dayOf(date);
  day.catch(() => undefined); // whoever shows it will say so
  ahead = { date, day };
}
