// Boards that leave room below them on a laptop: there is the log, and the column beside the board
// is for what is asked and what I do. Pure.

const WIDE = 1.5; // of the width to the height

export function isWide(ratio: number): boolean {
  return ratio >= WIDE;
}
