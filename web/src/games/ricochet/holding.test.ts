import { describe, expect, it } from 'vitest';
import type { Event, Round, Slide, State } from '../../wire/generated/ricochet';
import { heldBy, wonBefore } from './holding';

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

describe('wonBefore', () => {
  const pause = { round: 3, phase: { type: 'Pause', since: 0 } } as unknown as State;
  const round: Round = {
    number: 3,
    began: 0,
    position: '',
    target: 'vortex',
    robots: [[0, 0]],
    bids: [],
    proofs: [
      { seat: 1, moves: 1, slides: [slide(2)], failed: 'gave up' },
      { seat: 0, moves: 2, slides: [slide(2), slide(4)], failed: null },
    ],
    winner: 0,
  };

  it('is the route of whoever won the round, from where it began', () => {
    expect(wonBefore(pause, [round])).toEqual({
      target: 'vortex',
      slides: [slide(2), slide(4)],
      markers: [[0, 0]],
      isWon: true,
    });
  });

  it('is nothing once the next token is up, or while the log of the round is on its way', () => {
    expect(wonBefore({ ...state, round: 3 }, [round])).toBe(null);
    expect(wonBefore({ ...pause, round: 4 }, [round])).toBe(null);
    expect(wonBefore(pause, [])).toBe(null);
  });

  it('is nothing where nobody won', () => {
    expect(wonBefore(pause, [{ ...round, winner: null }])).toBe(null);
  });
});
