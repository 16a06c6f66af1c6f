// Whom this browser does not listen to: kept here, and told to nobody.

import { store, stored } from '../app/storage';

const NAME = 'muted';
const MOST = 200; // ids; the oldest are forgotten

class Muted {
  #ids = $state.raw<readonly string[]>(stored(NAME)?.split(' ').filter(Boolean) ?? []);

  has(guest: string): boolean {
    return this.#ids.includes(guest);
  }

  set(guest: string, isMuted: boolean): void {
    const others = this.#ids.filter((id) => id !== guest);
    this.#ids = isMuted ? [...others, guest].slice(-MOST) : others;
    store(NAME, this.#ids.join(' '));
  }
}

export const muted = new Muted();
