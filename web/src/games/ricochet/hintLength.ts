// About how long the shortest route is. Pure.

import type { Hinted, Length } from '../../wire/generated/ricochet';

export const LAST_LEVEL = 4;

/** A length that was asked for; null: no matter. */
export interface WishedLength {
  fewest: number | null;
  most: number | null;
}

/** As much as both of them say, so that a hint does not contradict what was dealt as asked for. */
export function narrowed(about: Length, wished: WishedLength | null): Length {
  const fewest = Math.max(about.fewest, wished?.fewest ?? 0);
  const most = Math.min(about.most ?? Infinity, wished?.most ?? Infinity);
  return fewest <= most ? { fewest, most: most === Infinity ? null : most } : about;
}

/** What to ask for next: where about how long was said exactly, how long is nothing new. */
export function levelAfter(last: Hinted | undefined, wished: WishedLength | null): Hinted['level'] {
  if (!last) return 1;
  if (last.level === 1 && last.about) {
    const { fewest, most } = narrowed(last.about, wished);
    return fewest === most ? 3 : 2;
  }
  return Math.min(last.level + 1, LAST_LEVEL) as Hinted['level'];
}
