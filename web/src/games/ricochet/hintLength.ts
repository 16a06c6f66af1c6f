// About how long the shortest route is. Pure.

import type { Length } from '../../wire/generated/ricochet';

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
