// Who we are here: a name and a cookie. Nobody has to do anything to get one.

import { get, post } from '../wire/http';
import type { Guest } from '../wire/generated/table';
import { TOYS } from './toys';

function someName(): string {
  const toy = TOYS[Math.floor(Math.random() * TOYS.length)] ?? 'Cog';
  return `${toy} ${10 + Math.floor(Math.random() * 90)}`;
}

class Me {
  guest = $state<Guest | null>(null);
  isKnown = $state(false);

  async look(): Promise<void> {
    this.guest = await get<Guest | null>('/api/guest');
    this.isKnown = true;
  }

  /** With a name of our choice, if there is none yet. */
  async ensure(): Promise<Guest> {
    if (!this.isKnown) await this.look();
    return this.guest ?? this.rename(someName());
  }

  async rename(name: string): Promise<Guest> {
    this.guest = await post<Guest>('/api/guest', { name });
    return this.guest;
  }
}

export const me = new Me();
