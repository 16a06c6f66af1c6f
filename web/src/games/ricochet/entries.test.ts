import { describe, expect, it } from 'vitest';
import type { Entry, Event } from '../../wire/generated/ricochet';
import { bidTimes, ownEvents } from './entries';

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

describe('bidTimes', () => {
  it('counts from when the token was turned up, to the bid that stands', () => {
    const told = [
      entry(1, 1000, turned),
      entry(2, 3000, bid(0, 9)),
      entry(3, 4500, bid(1, 8)),
      entry(4, 8000, bid(0, 7)),
    ];

    expect([...bidTimes(told)]).toEqual([
      [0, 7000],
      [1, 3500],
    ]);
  });

  it('forgets a bid that was withdrawn', () => {
    const withdrawn: Event = { type: 'BidWithdrawn', seat: 0, moves: 9 };
    const told = [entry(1, 0, turned), entry(2, 10, bid(0, 9)), entry(3, 20, withdrawn)];

    expect(bidTimes(told).size).toBe(0);
  });

  it('begins anew with each round', () => {
    const told = [entry(1, 0, turned), entry(2, 10, bid(0, 9)), entry(3, 20, turned)];

    expect(bidTimes(told).size).toBe(0);
  });

  it('says nothing of a round whose beginning is not known', () => {
    expect(bidTimes([entry(7, 10, bid(0, 9))]).size).toBe(0);
  });
});

describe('ownEvents', () => {
  it('is what that seat said and did, and nothing of others', () => {
    const failed: Event = { type: 'ProofFailed', seat: 0, because: 'gave up' };

    expect(ownEvents(0, [bid(0, 3), bid(1, 4), proof(0), failed, proof(1)])).toEqual([
      bid(0, 3),
      failed,
    ]);
  });
});
