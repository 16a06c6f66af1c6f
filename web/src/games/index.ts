// The games that have pages of their own. This is the only shared code that names them.

import { defaultPage } from './default';
import type { GamePage } from './game';
import { rally } from './rally';
import { ricochet } from './ricochet';

export const GAMES: readonly GamePage[] = [ricochet, rally];

/** The page of a game; one that we do not know gets the plain one. */
export function gamePage(name: string): GamePage {
  return GAMES.find((game) => game.name === name) ?? defaultPage(name);
}

/** The games whose rules can be read here. */
export const BOOKS = GAMES.filter(({ book }) => book !== null);

/** The address of a game's rules, or of one of them. */
export function rulesAddress(game: string, rule = ''): string {
  return `/rules/${game}${rule && `#${rule.toLowerCase()}`}`;
}

const TAUGHT = GAMES.filter(({ lessons }) => lessons !== null);

/** The lessons of games: those of the first one need no name in the address. */
export const LESSONS: readonly { game: GamePage; address: string }[] = TAUGHT.map((game, at) => ({
  game,
  address: at === 0 ? '/learn' : `/learn/${game.name}`,
}));

/** Where the lessons of a game are; of one that has none, those of the first. */
export function lessonsOf(game: string | null): string {
  return LESSONS.find((one) => one.game.name === game)?.address ?? '/learn';
}
