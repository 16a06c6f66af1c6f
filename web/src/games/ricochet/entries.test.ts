import { describe, expect, it } from 'vitest';
import type { Entry, Event } from '../../wire/generated/ricochet';
import { failedProofs } from './entries';

const turned: Event = { type: 'TokenTurned', target: 'red-circle', until: null, began: 0 };

function bid(seat: number, moves: number): Event {
  return { type: 'BidPlaced', seat, moves, until: 0 };
}

function proof(seat: number): Event {
  return { type: 'ProofBegan', seat, moves: 3, until: null };
}

function entry(version: number, at: number, ...events: Event[]): Entry {
  return { version, at, events };
}

describe('failedProofs', () => {
  const failed = (seat: number): Event => ({ type: 'ProofFailed', seat, because: 'gave up' });

  it('are those of this round, with what was bid last', () => {
    const told = [
      entry(1, 0, turned),
      entry(2, 1, bid(0, 9)),
      entry(3, 2, bid(1, 8)),
      entry(4, 3, bid(0, 7)),
      entry(5, 4, proof(0)),
      entry(6, 5, failed(0), proof(1)),
    ];

    expect(failedProofs(told)).toEqual([{ event: failed(0), moves: 7 }]);
    expect(failedProofs([...told, entry(7, 6, turned)])).toEqual([]);
  });

  it('know no number where the beginning of the round is not known', () => {
    expect(failedProofs([entry(7, 0, failed(1))])).toEqual([{ event: failed(1), moves: null }]);
  });
});
