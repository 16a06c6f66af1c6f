// The classes in which people are rated, in words.

import { offers } from '../lobby/offers.svelte';
import { m } from '../paraglide/messages';

/** A speed as people read it; a game of somebody else may have others. */
export function speedName(speed: string): string {
  if (speed === 'usual') return m.speed_usual();
  return speed === 'blitz' ? m.speed_blitz() : speed;
}

/** Where people are compared: a game, with the speed if it has several. */
export function poolName({ game, speed }: { game: string; speed: string }): string {
  const isOnly = (offers.game(game)?.speeds.length ?? 0) < 2;
  return isOnly ? offers.titleOf(game) : `${offers.titleOf(game)} · ${speedName(speed)}`;
}
