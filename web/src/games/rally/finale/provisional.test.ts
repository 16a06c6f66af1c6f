import { describe, expect, it } from 'vitest';
import type { Player } from '../../../wire/generated/rally';
import { provisional } from './provisional';

const player = (next_flag: number, lives: number) =>
  ({ robot: { next_flag, lives } }) as unknown as Player;

describe('provisional standings', () => {
  it('have winners first, then flags, then lives', () => {
    const players = [player(2, 3), player(3, 0), player(2, 1), player(1, 3)];

    expect(provisional(players, [3], [])).toEqual({ seats: [3, 1, 0, 2], places: [1, 2, 3, 4] });
  });

  it('share a place where nothing tells them apart', () => {
    const players = [player(2, 3), player(2, 3), player(1, 3)];

    expect(provisional(players, [], [])).toEqual({ seats: [0, 1, 2], places: [1, 1, 3] });
  });

  it('have those last who resigned, whatever they had', () => {
    const players = [player(3, 0), player(1, 0), player(2, 0), player(4, 3)];

    expect(provisional(players, [3], [0, 2])).toEqual({
      seats: [3, 1, 0, 2],
      places: [1, 2, 3, 3],
    });
  });
});
