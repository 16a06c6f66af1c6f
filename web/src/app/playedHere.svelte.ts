// Which tables this browser plays a match at: remembered over reloads, the same in all its tabs.

import { matchesIn, noted, type SeenMatch } from './ownMatches';
import { store, stored } from './storage';

const NAME = 'matches';

class PlayedHere {
  #matches = $state.raw<readonly SeenMatch[]>(matchesIn(stored(NAME), Date.now()));

  #games = $state.raw<Readonly<Record<string, string | null>>>({}); // by table

  constructor() {
    addEventListener('storage', () => (this.#matches = this.#read())); // another tab
  }

  get tables(): readonly string[] {
    return this.#matches.map(({ table }) => table);
  }

  /** The game of a match that is on while one looks at another page; null where none is. */
  noteGame(table: string, game: string | null): void {
    this.#games = { ...this.#games, [table]: game };
  }

  isOn(game: string): boolean {
    return Object.values(this.#games).includes(game);
  }

  /** A match goes on there that nobody has looked at yet. */
  find(table: string): void {
    if (!this.#read().some((one) => one.table === table)) this.note(table, true);
  }

  /** Its page was looked at. */
  note(table: string, isOn: boolean): void {
    const before = this.#read();
    const matches = noted(before, table, isOn, Date.now());
    // The first page keeps room for the way back, and for what has been played.
    store('playing', matches.length ? 'yes' : 'no');
    if (isOn) store('known', 'yes');
    else if (before.some((one) => one.table === table)) store('games', 'yes');
    store(NAME, JSON.stringify(matches));
    this.#matches = matches;
  }

  #read(): SeenMatch[] {
    return matchesIn(stored(NAME), Date.now());
  }
}

export const playedHere = new PlayedHere();
