import { describe, expect, it } from 'vitest';
import type { Tally } from '../../../wire/generated/rally';
import { IDLE } from './idle';
import { raceOf } from './race';

const tally = (...flags: number[]): Tally => ({ ...IDLE, flags });

describe('the race of a match', () => {
  it('tells touches by turn, and who was first at a flag', () => {
    const race = raceOf({
      seats: [1, 0],
      places: [1, 2],
      tallies: [tally(2), tally(2, 4)],
    });

    expect(race.map(({ flag, seat, turn }) => [flag, seat, turn])).toEqual([
      [1, 1, 2],
      [1, 0, 2],
      [2, 1, 4],
    ]);
    expect(race.map(({ isFirst }) => isFirst)).toEqual([true, true, true]);
  });

  it('keeps to who was first where there are many', () => {
    const seats = [0, 1, 2, 3, 4, 5, 6, 7];
    const tallies = seats.map((seat) => tally(1 + seat, 10 + seat));
    const race = raceOf({ seats, places: seats.map((seat) => seat + 1), tallies });

    expect(race.map(({ flag, seat }) => [flag, seat])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});
