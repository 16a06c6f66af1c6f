import { describe, expect, it } from 'vitest';
import type { Event } from '../../wire/generated/rally';
import { ownEvents } from './ownEvents';

describe('ownEvents', () => {
  it('is what the seat decided, touched and suffered, and nothing of others', () => {
    const events: Event[] = [
      { type: 'TurnBegan', turn: 2 },
      { type: 'ProgramReady', seat: 0 },
      { type: 'ProgramReady', seat: 1 },
      { type: 'TimeRanOut', seats: [0, 1] },
      { type: 'CardPlayed', register: 1, robot: 1, kind: 'move1', priority: 490 },
      { type: 'CardPlayed', register: 1, robot: 0, kind: 'left', priority: 70 },
      { type: 'Turned', register: 1, robot: 1, facing: 'n' },
      { type: 'FlagTouched', register: 1, robot: 1, cell: [0, 0], flag: 1 },
    ];

    expect(ownEvents(1, events).map(({ type }) => type)).toEqual([
      'ProgramReady',
      'TimeRanOut',
      'FlagTouched',
    ]);
    expect(ownEvents(2, events)).toEqual([]);
  });
});
