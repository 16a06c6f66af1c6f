import { describe, expect, it } from 'vitest';
import { GAMES } from '../games';
import type { DrawingListed } from '../wire/generated/table';
import { inShort, whoSees } from './facts';

const DRAWN: DrawingListed = {
  id: 'x',
  game: 'liars_dice',
  name: 'Short cut',
  author: 'Ann',
  width: 12,
  height: 10,
  seats: [1, 8],
  length: [3, 5],
  edition: 1,
  saved_at: 0,
  published_at: 1,
  is_hidden: false,
  plays: 14,
};

describe('a drawing in one line', () => {
  it('says how large, for how many, how long and how often', () => {
    for (const { name, drawings } of GAMES) {
      const length = drawings?.length(3, 5) ?? '';

      expect(length).toMatch(/\d/);
      expect(inShort({ ...DRAWN, game: name })).toBe(
        `12 × 10 · 1–8 players · ${length} · Played 14 times`,
      );
    }
    expect(inShort({ ...DRAWN, plays: 1 })).toContain('Played once');
  });

  it('says just so many where it is for no others', () => {
    expect(inShort({ ...DRAWN, seats: [2, 2] })).toBe('12 × 10 · 2 players · Played 14 times');
  });

  it('leaves out what is not known', () => {
    expect(inShort({ ...DRAWN, seats: null, plays: 0 })).toBe('12 × 10 · Not played yet');
  });
});

describe('its author', () => {
  it('is told who sees it', () => {
    expect(whoSees({ ...DRAWN, published_at: null })).toMatch(/^Only you/);
    expect(whoSees(DRAWN)).toMatch(/^Published/);
    expect(whoSees({ ...DRAWN, is_hidden: true })).toMatch(/^The host has hidden/);
  });
});
