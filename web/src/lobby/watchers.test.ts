import { describe, expect, it } from 'vitest';
import type { Chair, Presence, Table } from '../wire/generated/table';
import { isWatching, watchers } from './watchers';

function chair(owner: string | null, bot: string | null = null): Chair {
  return { owner: owner === null ? null : { id: owner, name: owner, avatar: null }, bot };
}

const table = { chairs: [chair('ann'), chair(null), chair('bob'), chair(null, 'random')], seats: [0, 2, 3] } as unknown as Table; // prettier-ignore

function here(guests: string[], nameless = 0): Presence {
  return { type: 'Presence', guests, nameless, gone_at: {} };
}

describe('watchers', () => {
  it('are those without a chair, with a name or without', () => {
    expect(watchers(table, here(['ann', 'bob', 'carme'], 2), 'ann')).toBe(3);
    expect(watchers(table, here(['ann']), 'ann')).toBe(0);
    expect(watchers(table, null, null)).toBe(0);
  });

  it('are others', () => {
    expect(watchers(table, here(['ann', 'carme', 'dora']), 'carme')).toBe(1);
    expect(watchers(table, here(['ann', 'carme'], 1), null)).toBe(1);
  });

  it('are also those who have a chair and do not play, or not any more', () => {
    const playing = { ...table, is_playing: true, seats: [0, 2] };
    const all = here(['ann', 'bob', 'carme'], 1);

    expect(watchers(playing, all, 'ann')).toBe(2);
    expect(watchers(playing, all, 'ann', [1])).toBe(3);
    expect(watchers({ ...playing, seats: [0, 3] }, all, 'ann')).toBe(3);
    expect(watchers({ ...playing, is_playing: false }, all, 'ann', [1])).toBe(2);
  });
});

describe('isWatching', () => {
  it('is said of visitors and of whoever resigned', () => {
    const playing = { ...table, is_playing: true };

    expect(['ann', 'bob', 'carme', null].map((you) => isWatching(playing, you, [1]))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
