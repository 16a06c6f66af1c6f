import { describe, expect, it } from 'vitest';
import type { Cell, Moved, Preview, RegisterPreview, Robot } from '../../../wire/generated/rally';
import { pathOf } from './path';

function robot(cell: Cell | null): Robot {
  const rest = { armour: 9, lives: 3, next_flag: 1, virtual: false, off: false };
  return { cell, facing: 's', save: [0, 0], ...rest };
}

function moved(register: number, start: Cell, end: Cell): RegisterPreview {
  const event = { type: 'Moved', register, robot: 1, start, end, heading: 'e' } as const;
  return { register, happenings: [event], robot: robot(end) };
}

function turned(register: number, cell: Cell): RegisterPreview {
  const event = { type: 'Turned', register, robot: 1, facing: 's' } as const;
  return { register, happenings: [event], robot: robot(cell) };
}

describe('pathOf', () => {
  it('is a line along all cells, and a stop behind each register', () => {
    const preview: Preview = {
      start: robot([0, 0]),
      registers: [moved(1, [0, 0], [1, 0]), turned(2, [1, 0]), moved(3, [1, 0], [2, 0])],
    };

    expect(pathOf(preview, 1)).toEqual({
      seat: 1,
      points: [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
      stops: [
        { registers: [1, 2], cell: [1, 0], isLost: false, over: null },
        { registers: [3], cell: [2, 0], isLost: false, over: null },
      ],
      end: { cell: [2, 0], turn: 180 },
    });
  });

  it('has one stop on a cell, however often the robot comes back to it', () => {
    const there = [moved(1, [0, 0], [1, 0]), moved(2, [1, 0], [2, 0]), moved(3, [2, 0], [1, 0])];

    expect(pathOf({ start: robot([0, 0]), registers: there }, 0)?.stops).toEqual([
      { registers: [1, 3], cell: [1, 0], isLost: false, over: null },
      { registers: [2], cell: [2, 0], isLost: false, over: null },
    ]);
  });

  it('ends where the robot would be lost', () => {
    const fall = { ...moved(1, [0, 0], [1, 0]), robot: robot(null) };
    const path = pathOf({ start: robot([0, 0]), registers: [fall] }, 0);

    expect(path?.stops).toEqual([{ registers: [1], cell: [1, 0], isLost: true, over: null }]);
    expect(path?.end).toBeNull();
  });

  it('says over which edge the robot would fall, and from where', () => {
    const off: Moved = {
      type: 'Moved',
      register: 1,
      robot: 0,
      start: [0, 0],
      end: null,
      heading: 'n',
    };
    const fall = { register: 1, happenings: [off], robot: robot(null) };

    expect(pathOf({ start: robot([0, 0]), registers: [fall] }, 0)?.stops).toEqual([
      { registers: [1], cell: [0, 0], isLost: true, over: 'n' },
    ]);
  });

  it('is none without a program or a robot', () => {
    expect(pathOf({ start: robot([0, 0]), registers: [] }, 0)).toBeNull();
    expect(pathOf({ start: robot(null), registers: [] }, 0)).toBeNull();
  });
});
