// The last seconds of a clock. Pure.

export const LAST = 10; // seconds

/** How many whole seconds are left at most, where they are the last ones; else null. */
export function lastSecond(ends: number | null, now: number): number | null {
  if (ends === null) return null;
  const left = Math.ceil((ends - now) / 1000);
  return left >= 1 && left <= LAST ? left : null;
}
