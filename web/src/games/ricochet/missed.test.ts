import { describe, expect, it } from 'vitest';
import type { Entry, Event } from '../../wire/generated/ricochet';
import { missedBy } from './missed';

const turned: Event = { type: 'TokenTurned', target: 'red-circle', until: null, began: 0 };

function bid(seat: number, moves: number): Event {
  return { type: 'BidPlaced', seat, moves, until: 0 };
}

function entry(version: number, at: number, ...events: Event[]): Entry {
  return { version, at, events };
}

describe('missedBy', () => {
  const away = [{ seat: 0, since: 10, until: 50, hasLeft: false, isVotedOut: false }];
  const won: Event = { type: 'TokenWon', seat: 0, target: 'red-circle', moves: 7, at: 40 };
  const told = [
    entry(1, 0, turned),
    entry(2, 1, bid(0, 9)), // before one was away
    entry(3, 10, { type: 'BidWithdrawn', seat: 0, moves: 9 }),
    entry(4, 20, turned),
    entry(5, 21, bid(0, 8)),
    entry(6, 22, bid(0, 7), bid(1, 3)),
    entry(7, 40, won),
  ];
  const usual = { away, round: 2, name: (seat: number) => ['Ann', 'Bruno'][seat] ?? '' };

  it('is what a bot did for one, in short', () => {
    expect(missedBy({ ...usual, seat: 0, span: [1, 7] }, told)).toEqual([
      'The bid of 9 for your seat is withdrawn.',
      'A bot bid for you in one round.',
      'A bot won one token for you.',
    ]);
  });

  it('is nothing where nobody was away, or that others did', () => {
    expect(missedBy({ ...usual, seat: 0, span: null }, told)).toEqual([]);
    expect(missedBy({ ...usual, seat: 0, span: [0, 2] }, told)).toEqual([]);
    expect(missedBy({ ...usual, seat: 1, span: [1, 7] }, told)).toEqual([]);
  });

  it('names the rounds in which nobody bid for one, and who won', () => {
    const byBruno: Event = { ...won, seat: 1 };
    const missing = { ...usual, seat: 0, span: [1, 9] as const, round: 5 };
    const one = [entry(1, 0, turned), entry(2, 20, byBruno), entry(3, 60, turned)];

    expect(missedBy(missing, one)).toEqual(['You missed round 4: Bruno won it.']);
    expect(missedBy(missing, [...one, entry(4, 70, byBruno)])).toEqual([
      'You missed round 4: Bruno won it.', // one was there for the next
    ]);
    const two = [...one.slice(0, 2), entry(3, 30, turned), entry(4, 40, byBruno)];
    expect(missedBy(missing, two)).toEqual(['You missed rounds 4 and 5.']);
  });
});
