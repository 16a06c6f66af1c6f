// The orders of a solution as slides. Pure.

import type { Slide } from '../../../wire/generated/ricochet';

/** Another order of the same moves: in any of them, each robot passes the same cells. */
export function inOrder(slides: readonly Slide[], order: string): Slide[] {
  const left = [...slides];
  return order.split(' ').flatMap((move) => {
    const at = left.findIndex(({ robot }) => robot === move[0]);
    return at < 0 ? [] : left.splice(at, 1);
  });
}

/** The first move after which more is left than before it, less one; null if it stayed on the path. */
export function leftPathAt(left: readonly (number | null)[]): number | null {
  const at = left.findIndex((now, index) => {
    const before = left[index - 1];
    return index > 0 && typeof before === 'number' && now !== before - 1;
  });
  return at < 0 ? null : at;
}
