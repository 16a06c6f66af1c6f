// Whether somebody looks for a game: what every page has to know of it. The search itself is fetched
// by those who look for one.

export const OPPONENTS = ['level', 'stronger', 'any'] as const;

export interface GameSearch {
  game: string;
  speed: string;
  sizes: number[];
  bots_after: number | null; // seconds; null: no bots
  opponents: (typeof OPPONENTS)[number];
}

export const KEPT = 'quick'; // where a search is kept that a reload interrupts

class Looking {
  wish = $state.raw<GameSearch | null>(null);
}

export const looking = new Looking();
