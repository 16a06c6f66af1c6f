import { describe, expect, it } from 'vitest';
import type { Chair, Presence, Table } from '../wire/generated/table';
import { isAway } from './presence';

function chair(owner: string | null, bot: string | null = null): Chair {
  return { owner: owner === null ? null : { id: owner, name: owner, avatar: null }, bot };
}

const table = { chairs: [chair('ann'), chair(null), chair('bob'), chair(null, 'random')], seats: [0, 2, 3] } as unknown as Table; // prettier-ignore

function here(guests: string[]): Presence {
  return { type: 'Presence', guests, nameless: 0, gone_at: {} };
}

describe('isAway', () => {
  it('is said of people who play and are not here, not of bots', () => {
    expect([0, 1, 2].map((seat) => isAway(table, here(['ann']), seat))).toEqual([
      false,
      true,
      false,
    ]);
  });
});
