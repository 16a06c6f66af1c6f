// What a match changed, in points.

import type { RatingStep } from '../wire/generated/table';

export function gain({ before, after }: RatingStep): string {
  const points = after - before;
  return points < 0 ? `−${-points}` : `+${points}`;
}
