// The guest: a name and a cookie. Nobody has to do anything to get one.

import { get, post } from '../wire/http';
import type { Guest } from '../wire/generated/table';
import { GUEST_NAMES } from './guestNames';

/** At a full table, twenty people with two digits each would often share a name. */
function someName(): string {
  const toy = GUEST_NAMES[Math.floor(Math.random() * GUEST_NAMES.length)] ?? 'Cog';
  return `${toy} ${100 + Math.floor(Math.random() * 900)}`;
}

class Me {
  guest = $state<Guest | null>(null);
  #isKnown = false;
  #asked: Promise<Guest> | null = null;

  /** The guest, with a random name if there is none yet. Concurrent calls share one request. */
  ensure(): Promise<Guest> {
    this.#asked ??= this.#find().finally(() => (this.#asked = null));
    return this.#asked;
  }

  async rename(name: string): Promise<Guest> {
    this.guest = await post('/api/guest', { body: { name } });
    return this.guest;
  }

  async #find(): Promise<Guest> {
    if (!this.#isKnown) this.guest = await get('/api/guest');
    this.#isKnown = true;
    return this.guest ?? this.rename(someName());
  }
}

export const me = new Me();
