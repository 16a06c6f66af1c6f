import { describe, expect, it } from 'vitest';
import type { Chair, Presence, Table } from '../wire/generated/table';
import { isAway, onlookers, watchers } from './presence';

function chair(owner: string | null, bot: string | null = null): Chair {
  return { owner: owner === null ? null : { id: owner, name: owner, avatar: null }, bot };
}

const table = { chairs: [chair('ann'), chair(null), chair('bob'), chair(null, 'random')], seats: [0, 2, 3] } as unknown as Table; // prettier-ignore

function here(guests: string[], nameless = 0): Presence {
  return { type: 'Presence', guests, nameless, gone_at: {} };
}

describe('watchers', () => {
  it('are those without a chair, with a name or without', () => {
    expect(watchers(table, here(['ann', 'bob', 'carme'], 2))).toBe(3);
    expect(watchers(table, here(['ann']))).toBe(0);
    expect(watchers(table, null)).toBe(0);
  });
});

describe('onlookers', () => {
  const playing = { ...table, is_playing: true, seats: [0, 2] };
  const all = here(['ann', 'bob', 'carme'], 1);

  it('are also those who have a chair and do not play any more', () => {
    expect(onlookers(playing, all, [])).toBe(2);
    expect(onlookers(playing, all, [1])).toBe(3);
    expect(onlookers({ ...playing, seats: [0, 3] }, all, [])).toBe(3);
  });

  it('between matches are those without a chair', () => {
    expect(onlookers({ ...playing, is_playing: false }, all, [1])).toBe(2);
  });
});

describe('isAway', () => {
  it('is said of people who play and are not here, not of bots', () => {
    expect([0, 1, 2].map((seat) => isAway(table, here(['ann']), seat))).toEqual([
      false,
      true,
      false,
    ]);
  });
});
