import { describe, expect, it } from 'vitest';
import type { Event, Slide, State } from '../../wire/generated/ricochet';
import { heldBy } from './holding';

const slide = (length: number): Slide => ({
  robot: 'r',
  heading: 'e',
  cells: Array.from({ length: length + 1 }, (_, x) => [x, 0] as const),
  rest_heading: 'e',
  barriers: 0,
});
const slid: Event = { type: 'RobotSlid', slide: slide(4) };
const won: Event = { type: 'TokenWon', seat: 0, target: 'vortex', moves: 2, at: 0 };
const state = {
  markers: [[0, 0]],
  phase: { type: 'Proving', target: 'vortex', slides: [slide(2)] },
} as unknown as State;

describe('heldBy', () => {
  it('is the whole route, with the move that ended it', () => {
    expect(heldBy([slid, won], state)).toEqual({
      target: 'vortex',
      slides: [slide(2), slide(4)],
      markers: [[0, 0]],
      isWon: true,
    });
  });

  it('is nothing while a proof goes on', () => {
    expect(heldBy([slid], state)).toBe(null);
  });
});
