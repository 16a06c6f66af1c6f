import { describe, expect, it } from 'vitest';
import type { Moment } from '../../../playback/replay';
import type { Event, State } from '../../../wire/generated/rally';
import { firstMoments, lastRevealed, turnPlayed } from './registers';

const reveal = (register: number): Event => ({ type: 'RegisterRevealed', register, cards: [] });
const ready: Event = { type: 'ProgramReady', seat: 0 };

function moment(turn: number, ...events: Event[]): Moment<State, Event> {
  return { version: 1, step: 1, isLast: true, at: 0, view: { turn } as State, events };
}

const MATCH = [
  moment(1),
  moment(1, ready),
  moment(1, ready, reveal(1)),
  moment(1),
  moment(1, reveal(2)),
  moment(2, ready),
  moment(2, reveal(1)),
  moment(2),
];

describe('firstMoments', () => {
  it('are those of the turn that is shown, from wherever in it', () => {
    for (const shown of [0, 3, 4])
      expect([...firstMoments(MATCH, shown)]).toEqual([
        [1, 2],
        [2, 4],
      ]);
    expect([...firstMoments(MATCH, 5)]).toEqual([[1, 6]]);
  });

  it('are none while nothing is there', () => {
    expect(firstMoments([], 0).size).toBe(0);
  });
});

describe('lastRevealed', () => {
  it('is where the last cards lay open', () => {
    expect(lastRevealed(MATCH)).toBe(MATCH[6]);
    expect(lastRevealed(MATCH.slice(0, 2))).toBeUndefined();
  });
});

describe('turnPlayed', () => {
  it('is that of the latest registers, also when the next turn has begun', () => {
    expect(turnPlayed(MATCH, 5)).toBe(1);
    expect(turnPlayed(MATCH, 7)).toBe(2);
    expect(turnPlayed(MATCH, 1)).toBeUndefined();
  });
});
