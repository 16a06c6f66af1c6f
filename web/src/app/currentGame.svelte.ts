// The game that is open, for what is not part of its pages: help lists its keys. And the one that was
// open last: lessons begin with it.

import { store, stored } from './storage';

const NAME = 'game';

class CurrentGame {
  name = $state<string | null>(null);
  last = $state(stored(NAME));

  /** Somebody plays it. */
  play(name: string): void {
    this.last = name;
    store(NAME, name);
  }
}

export const currentGame = new CurrentGame();
