// The people whom I follow, and those whom I have blocked: loaded once, then kept up to date.

import { me } from '../app/guest.svelte';
import type { KnownPerson, OwnPeople } from '../wire/generated/table';
import { get, post } from '../wire/http';

class People {
  #lists = $state.raw<OwnPeople | null>(null);
  #owner: string | null = null; // whose lists these are
  #asked: Promise<void> | null = null;

  get follows(): readonly KnownPerson[] {
    return this.#lists?.follows ?? [];
  }

  get blocks(): readonly KnownPerson[] {
    return this.#lists?.blocks ?? [];
  }

  isFollowed(person: string): boolean {
    return this.follows.some((each) => each.person === person);
  }

  isBlocked(person: string): boolean {
    return this.blocks.some((each) => each.person === person);
  }

  /** Load the lists of whoever is here, unless they are known. */
  ask(): void {
    const owner = me.guest?.id ?? null;
    if (owner === this.#owner && (this.#lists || this.#asked)) return;
    this.#owner = owner;
    this.#lists = null;
    if (owner === null) return; // whoever has no name has no lists
    this.#asked = get('/api/social')
      .then((lists) => {
        if (owner === this.#owner) this.#lists = lists;
      })
      .catch(() => undefined) // the page says elsewhere that the server does not answer
      .finally(() => (this.#asked = null));
  }

  /** `table`: where they were met, which makes them known. */
  async follow(person: string, table: string | null): Promise<void> {
    await me.ensure();
    this.#take(await post('/api/social/follow', { body: { person, table } }));
  }

  async unfollow(person: string): Promise<void> {
    this.#take(await post('/api/social/unfollow', { body: { person, table: null } }));
  }

  async block(person: string, table: string | null): Promise<void> {
    await me.ensure();
    this.#take(await post('/api/social/block', { body: { person, table } }));
  }

  async unblock(person: string): Promise<void> {
    this.#take(await post('/api/social/unblock', { body: { person, table: null } }));
  }

  #take(lists: OwnPeople): void {
    [this.#lists, this.#owner] = [lists, me.guest?.id ?? null];
  }
}

export const ownPeople = new People();
