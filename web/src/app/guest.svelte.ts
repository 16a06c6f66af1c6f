// The guest: a name and a cookie. Nobody has to do anything to get one.

import { get, post, Refusal } from '../wire/http';
import type { Guest } from '../wire/generated/table';
import { animalCalled, someAnimal, type Animal } from '../faces/animals';
import { store, stored } from './storage';

const FACE = 'face';
const IS_GIVEN = 'face-given'; // and not chosen

/** The same on every page, also before there is a name to it. */
function keptAnimal(): Animal {
  const animal = animalCalled(stored(FACE)) ?? someAnimal();
  store(FACE, animal);
  return animal;
}

class Me {
  guest = $state<Guest | null>(null);
  readonly animal = keptAnimal(); // the face of whoever has none yet; it becomes theirs
  isKnown = $state(false); // whether there is one: until then nobody's face is shown
  #known: Promise<void> | null = null;
  #asked: Promise<Guest> | null = null;

  /** The guest, if they have been here before. Nobody becomes a guest by it. */
  look(): Promise<void> {
    this.#known ??= get('/api/guest').then(
      (guest) => {
        this.guest = guest;
        this.isKnown = true;
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
    if (avatar && avatar !== this.guest?.avatar) store(IS_GIVEN, 'no');
    return this.#introduce(name, avatar);
  }

  /** Newcomers don't look like anyone they sit down with. Whoever chose a face keeps it. */
  async differFrom(others: readonly Animal[]): Promise<void> {
    const avatar = this.guest?.avatar;
    if (!this.guest || !avatar || stored(IS_GIVEN) !== 'yes' || !others.includes(avatar)) return;
    await this.#introduce(this.guest.name, someAnimal(others));
  }

  /** Somebody else is here now: they have signed in, or out. */
  become(guest: Guest | null): void {
    this.guest = guest;
    this.isKnown = true;
    this.#known = Promise.resolve();
  }

  async #find(): Promise<Guest> {
    await this.look();
    if (this.guest) return this.guest;
    const { someName } = await import('./guestNames');
    store(IS_GIVEN, 'yes');
    return this.#introduce(someName(), this.animal).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'name-is-taken') throw error;
      return this.#introduce(someName(true), this.animal);
    });
  }

  async #introduce(name: string, avatar: Animal | null): Promise<Guest> {
    this.guest = await post('/api/guest', { body: { name, avatar } });
    return this.guest;
  }
}

export const me = new Me();
