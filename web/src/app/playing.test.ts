import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isPlaying, notePlaying } from './playing';

const kept = new Map<string, string>();
vi.mock('./storage', () => ({
  stored: (name: string) => kept.get(name) ?? null,
  store: (name: string, value: string) => kept.set(name, value),
}));

const NOON = Date.UTC(2026, 5, 1, 12);
const HOUR = 60 * 60 * 1000;

describe('a match of one’s own', () => {
  beforeEach(() => kept.clear());

  it('is on from when it was seen to its end', () => {
    notePlaying('chess', true, NOON);
    const during = isPlaying('chess', NOON + 1);
    notePlaying('chess', false, NOON + 2);

    expect([during, isPlaying('chess', NOON + 3)]).toEqual([true, false]);
  });

  it('is forgotten an hour after it was last seen', () => {
    notePlaying('chess', true, NOON);

    expect([HOUR - 1, HOUR].map((later) => isPlaying('chess', NOON + later))).toEqual([
      true,
      false,
    ]);
  });

  it('is none of another game, and none if nothing was played', () => {
    notePlaying('chess', true, NOON);

    expect([isPlaying('go', NOON), kept.size]).toEqual([false, 1]);
  });
});
