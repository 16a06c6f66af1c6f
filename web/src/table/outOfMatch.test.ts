import { describe, expect, it } from 'vitest';
import { outOfMatch } from './outOfMatch';

const PLAYING = { is_playing: true, your_seat: 1, voted_away: [], conceded: [] };

describe('outOfMatch', () => {
  it('knows those who left from those who were voted out', () => {
    expect(outOfMatch(PLAYING, null, [])).toBe('left');
    expect(outOfMatch({ ...PLAYING, voted_away: [1] }, null, [])).toBe('voted');
  });

  it('knows those who resigned, but not those whose win another has claimed', () => {
    expect(outOfMatch(PLAYING, 1, [1])).toBe('resigned');
    expect(outOfMatch({ ...PLAYING, conceded: [1] }, 1, [1])).toBe(null);
  });

  it('says nothing to those who play, who only watch, or when the match is over', () => {
    expect(outOfMatch(PLAYING, 1, [0])).toBe(null);
    expect(outOfMatch({ ...PLAYING, your_seat: null }, null, [])).toBe(null);
    expect(outOfMatch({ ...PLAYING, is_playing: false }, null, [])).toBe(null);
  });
});
