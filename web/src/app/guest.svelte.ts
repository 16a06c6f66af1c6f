// The guest: a name and a cookie. Nobody has to do anything to get one.

import { get, post } from '../wire/http';
import type { Guest } from '../wire/generated/table';
import { someAnimal, type Animal } from '../faces/animals';
import { GUEST_NAMES } from './guestNames';

/** At a full table, twenty people with two digits each would often share a name. */
export function someName(): string {
  const toy = GUEST_NAMES[Math.floor(Math.random() * GUEST_NAMES.length)] ?? 'Cog';
  return `${toy} ${100 + Math.floor(Math.random() * 900)}`;
}

class Me {
  guest = $state<Guest | null>(null);
  #known: Promise<void> | null = null;
  #asked: Promise<Guest> | null = null;

  /** The guest, if they have been here before. Nobody becomes a guest by it. */
  look(): Promise<void> {
    this.#known ??= get('/api/guest').then(
      (guest) => {
        this.guest = guest;
      },
      (error: unknown) => {
        this.#known = null; // and is asked again
        throw error;
      },
    );
    return this.#known;
  }

  /** The guest, with a random name if there is none yet. Concurrent calls share one request. */
  ensure(): Promise<Guest> {
    this.#asked ??= this.#find().finally(() => (this.#asked = null));
    return this.#asked;
  }

  /** Another name, and another avatar if one is given. */
  async rename(name: string, avatar: Animal | null = null): Promise<Guest> {
    this.guest = await post('/api/guest', { body: { name, avatar } });
    return this.guest;
  }

  /** Somebody else is here now: they have signed in, or out. */
  become(guest: Guest | null): void {
    this.guest = guest;
    this.#known = Promise.resolve();
  }

  async #find(): Promise<Guest> {
    await this.look();
    return this.guest ?? this.rename(someName(), someAnimal());
  }
}

export const me = new Me();
