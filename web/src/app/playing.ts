// Whether this browser is playing a match, for pages that must not help with it. The server knows
// better; this is for when it cannot be asked.

import { store, stored } from './storage';

const COUNTS_FOR = 60 * 60 * 1000; // milliseconds; a match that nobody has seen since may be over

/** What was seen of a match of one's own. */
export function notePlaying(game: string, isOn: boolean, now = Date.now()): void {
  if (isOn || isPlaying(game, now)) store(`playing-${game}`, isOn ? String(now) : '');
}

export function isPlaying(game: string, now = Date.now()): boolean {
  const since = now - Number(stored(`playing-${game}`) || 0);
  return since < COUNTS_FOR;
}
