import { describe, expect, it } from 'vitest';
import type { Cell, Moved, Robot, ScenarioPlayed } from '../../../wire/generated/rally';
import { previewOf } from './foreseen';

const start: Robot = {
  cell: [0, 0],
  save: [0, 0],
  facing: 'e',
  next_flag: 1,
  armour: 9,
  lives: 3,
  virtual: false,
  off: false,
};

function moved(register: number, from: number, to: number | null): Moved {
  const end: Cell | null = to === null ? null : [to, 0];
  return { type: 'Moved', register, robot: 0, start: [from, 0], heading: 'e', end };
}

describe('where the cards of a test drive lead', () => {
  it('is told register by register, up to where the robot is lost', () => {
    const played: ScenarioPlayed = {
      robots: [{ ...start, cell: null, lives: 2 }],
      winners: [],
      stopped_at: 3,
      happenings: [
        moved(1, 0, 1),
        moved(2, 1, null),
        { type: 'Died', register: 2, robot: 0, because: 'edge', cell: [1, 0], lives: 2 },
      ],
    };
    const { registers } = previewOf(start, played);

    expect(registers.map(({ register, robot }) => [register, robot.cell])).toEqual([
      [1, [1, 0]],
      [2, null],
    ]);
  });
});
