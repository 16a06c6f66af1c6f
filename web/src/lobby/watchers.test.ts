import { describe, expect, it } from 'vitest';
import type { Chair, Presence, Table } from '../wire/generated/table';
import { watchers } from './watchers';

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
});
