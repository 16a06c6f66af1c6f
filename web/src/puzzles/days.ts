// Days, months and times as people write them. Days of puzzles begin at midnight UTC. Pure.

const DAY = 86_400_000; // milliseconds

export function dayBefore(date: string, days = 1): string {
  return new Date(Date.parse(date) - days * DAY).toISOString().slice(0, 10);
}

/** Whether a day has not begun yet. */
export function isLater(date: string, now: number): boolean {
  return date > new Date(now).toISOString().slice(0, 10);
}

/** “Tuesday, 17 November”. */
export function dayName(date: string, locale: string): string {
  const shown: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' };
  return format(date, locale, shown);
}

/** “Nov 17”: where there is little room. */
export function shortDay(date: string, locale: string): string {
  return format(date, locale, { day: 'numeric', month: 'short' });
}

/** “Tue”. */
export function weekday(date: string, locale: string): string {
  return format(date, locale, { weekday: 'short' });
}

/** “November 2026”. */
export function monthName(month: string, locale: string): string {
  return format(`${month}-01`, locale, { month: 'long', year: 'numeric' });
}

function format(date: string, locale: string, shown: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...shown, timeZone: 'UTC' }).format(Date.parse(date));
}

/** The last seven days, the given one last. */
export function lastWeek(today: string): string[] {
  return [6, 5, 4, 3, 2, 1, 0].map((days) => dayBefore(today, days));
}

/** The weeks of a month from Monday to Sunday; null where a day is of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = Date.parse(`${month}-01`);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const cells: (string | null)[] = Array.from({ length: before }, () => null);
  for (let at = first; ; at += DAY) {
    const date = new Date(at).toISOString().slice(0, 10);
    if (!date.startsWith(month)) break;
    cells.push(date);
  }
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

/** The month before or after. */
export function monthBy(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** `0:42`, `12:05`, `1:02:00`. */
export function duration(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const tail = String(rest).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
