// Whether somebody's level is known. Pure.

const SURE_ENOUGH = 350; // points to each side: after three to eight puzzles

/** Before, a number would say more than anybody knows. */
export function isFound(margin: number): boolean {
  return margin <= SURE_ENOUGH;
}
