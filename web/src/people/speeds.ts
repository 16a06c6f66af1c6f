// The classes in which people are rated, in words.

import { m } from '../paraglide/messages';

/** A speed as people read it; a game of somebody else may have others. */
export function speedName(speed: string): string {
  if (speed === 'usual') return m.speed_usual();
  return speed === 'blitz' ? m.speed_blitz() : speed;
}
