// Whom this browser does not listen to: kept here, and told to nobody.

import { SvelteSet } from 'svelte/reactivity';
import { store, stored } from '../app/storage';

const NAME = 'muted';
const MOST = 200; // ids; the oldest are forgotten

class Muted {
  readonly #ids = new SvelteSet(stored(NAME)?.split(' ').filter(Boolean) ?? []);

  has(guest: string): boolean {
    return this.#ids.has(guest);
  }

  set(guest: string, isMuted: boolean): void {
    if (isMuted) this.#ids.add(guest);
    else this.#ids.delete(guest);
    store(NAME, [...this.#ids].slice(-MOST).join(' '));
  }
}

export const muted = new Muted();
