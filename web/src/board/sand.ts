// How full an hourglass is. Pure.

const MINUTE = 60_000; // milliseconds

/** The part of the sand that has not run yet. A glass of unknown size is full until the last minute. */
export function sandLeft(left: number, lasts: number | null): number {
  const whole = lasts ?? MINUTE;
  return whole > 0 ? Math.min(1, left / whole) : 0;
}
