// What happens on the small board of the first page: a target, and a shortest way there. Pure.

export type Spot = readonly [x: number, y: number];
export type Way = 'n' | 'e' | 's' | 'w';

/** From corner to corner of cells. */
export const WALLS: readonly (readonly [x: number, y: number, x2: number, y2: number])[] = [
  [1, 1, 2, 1], [1, 1, 1, 2], [6, 2, 7, 2], [7, 2, 7, 3], [2, 5, 2, 6], [2, 6, 3, 6],
  [5, 6, 6, 6], [6, 6, 6, 7], [4, 0, 4, 1], [0, 4, 1, 4], [7, 5, 8, 5],
]; // prettier-ignore

export const START: Spot = [0, 7]; // of the red robot
export const OTHERS: readonly (readonly ['g' | 'b' | 'y', Spot])[] = [
  ['b', [7, 4]],
  ['g', [3, 3]],
  ['y', [4, 7]],
];
export const TARGET: Spot = [6, 2];
export const ROUTE: readonly (readonly [Way, Spot])[] = [
  ['n', [0, 4]],
  ['e', [6, 4]],
  ['n', [6, 2]],
];
