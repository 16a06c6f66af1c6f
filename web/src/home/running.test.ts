import { describe, expect, it, vi } from 'vitest';
import type { Listed, View } from '../wire/generated/table';
import { candidates, canOnlyWatch, isGoingOn, isWorthReturning, resignedIn } from './running';

vi.mock('../wire/http', () => ({ get: () => Promise.reject(new Error('not asked')) }));

function listed(id: string, updated_at: number, is_playing: boolean, is_rated = false): Listed {
  const summary = {
    game: 'some',
    guests: [],
    chairs: 2,
    free: 0,
    is_playing,
    is_rated,
    has_played: false,
  };
  return { id, updated_at, summary };
}

function seen(facts: Partial<View>): View {
  return { seat: 0, ending: null, view: {}, ...facts } as View;
}

describe('a table of one’s own', () => {
  it('is left out once its match is over and the others have gone', () => {
    const table = listed('one', 1, false);
    const after = (...guests: string[]) =>
      isWorthReturning({ ...table, summary: { ...table.summary, guests, has_played: true } });

    expect(isWorthReturning(table)).toBe(true);
    expect(after('Ann')).toBe(false);
    expect(after('Ann', 'Bob')).toBe(true);
  });
});

describe('the match to go on with', () => {
  it('is one that counts, or else the latest that runs', () => {
    const tables = [
      listed('over', 9, false),
      listed('late', 8, true),
      listed('rated', 3, true, true),
      listed('early', 2, true),
      listed('newly rated', 5, true, true),
    ];

    expect(candidates(tables).map(({ id }) => id)).toEqual([
      'newly rated',
      'rated',
      'late',
      'early',
    ]);
  });

  it('says who has given it up, where its game has that', () => {
    expect(resignedIn({ resigned: [1] })).toEqual([1]);
    expect([{}, null, { resigned: 1 }].map(resignedIn)).toEqual([[], [], []]);
  });

  it('is not over, given up, or of others', () => {
    const ending = { winners: [0], because: 'x' } as unknown as View['ending'];

    expect(isGoingOn(seen({}))).toBe(true);
    expect(isGoingOn(seen({ view: { resigned: [1] } }))).toBe(true);
    expect(isGoingOn(seen({ view: { resigned: [0] } }))).toBe(false);
    expect(isGoingOn(seen({ ending }))).toBe(false);
    expect(isGoingOn(seen({ seat: null }))).toBe(false);
  });

  it('is only watched by whoever has given it up', () => {
    const view = { resigned: [0] };

    expect(canOnlyWatch(seen({ view }), { conceded: [] })).toBe(true);
    expect(canOnlyWatch(seen({ view }), { conceded: [0] })).toBe(false);
    expect(canOnlyWatch(seen({ view, seat: 1 }), { conceded: [] })).toBe(false);
    expect(canOnlyWatch(seen({ view, seat: null }), { conceded: [] })).toBe(false);
  });
});
