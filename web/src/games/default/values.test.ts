import { describe, expect, it } from 'vitest';
import { asSentence, branchOf, grouped, inWords, isText, labelOf, lineOf } from './values';

describe('inWords', () => {
  it('reads names of types and of fields', () => {
    expect(['TurnToken', 'face_down', 'seat', 'no-deflection'].map(inWords)).toEqual([
      'Turn token',
      'Face down',
      'Seat',
      'No deflection',
    ]);
  });
});

describe('a reason', () => {
  it('is a sentence, however the game writes it', () => {
    expect(['last stone taken', 'Time is up.', ' ', 'ευρώ: 3'].map(asSentence)).toEqual([
      'Last stone taken.',
      'Time is up.',
      '',
      'Ευρώ: 3.',
    ]);
  });
});

describe('the time of a deadline', () => {
  it('is read as minutes and seconds of the match', () => {
    expect(labelOf({ type: 'BidSealed', seat: 0, until: 88_917 })).toBe(
      'Bid sealed: seat 0, until 1:29',
    );
    expect(branchOf({ until: 28_917, points: 28_917 })).toEqual([
      ['Until', '0:29'],
      ['Points', 28_917],
    ]);
    expect(branchOf({ until: null })).toEqual([['Until', null]]);
  });
});

describe('a seat', () => {
  it('is called by the name of its player', () => {
    const name = (seat: number) => ['Ann', 'Bob'][seat] ?? '';

    expect(labelOf({ type: 'BidSealed', seat: 0, amount: 1 }, name)).toBe(
      'Bid sealed: seat Ann, amount 1',
    );
    expect(labelOf({ type: 'LotSold', bids: [0, 1], winner: 1 }, name)).toBe(
      'Lot sold: bids 0, 1, winner Bob',
    );
    expect(labelOf({ type: 'Shared', winners: [0, 1], seat: null }, name)).toBe(
      'Shared: winners Ann, Bob, seat –',
    );
  });
});

describe('a command', () => {
  it('is called by its type and its fields', () => {
    expect(labelOf({ type: 'Bid', amount: 3 })).toBe('Bid: amount 3');
    expect(labelOf({ type: 'MakeMove', move: { robot: 'r', heading: 'n' }, by: [0, 1] })).toBe(
      'Make move: move robot r, heading n, by 0, 1',
    );
    expect(labelOf({ type: 'Pass' })).toBe('Pass');
  });

  it('stands beside others of its type, in the order of the server', () => {
    const legal = [{ type: 'Bid', amount: 1 }, { type: 'Pass' }, { type: 'Bid', amount: 2 }];

    expect(grouped(legal)).toEqual([
      {
        title: 'Bid',
        choices: [
          { label: 'amount 1', command: legal[0] },
          { label: 'amount 2', command: legal[2] },
        ],
      },
      { title: 'Pass', choices: [{ label: '', command: legal[1] }] },
    ]);
  });
});

describe('a value', () => {
  it('is a line if it is plain or a short list of plain values', () => {
    expect([7, 'on', null, [1, 2], {}, []].map(branchOf)).toEqual(Array(6).fill(null));
    expect([7, false, null, [1, 2], {}, []].map(lineOf)).toEqual([
      '7',
      'false',
      '–',
      '1, 2',
      '–',
      '–',
    ]);
  });

  it('is a text if it has several lines', () => {
    expect(['one', 'one\ntwo', 1].map(isText)).toEqual([false, true, false]);
  });

  it('is a branch if it has fields, long lists, or lists of lists', () => {
    expect(branchOf({ next_seat: 1 })).toEqual([['Next seat', 1]]);
    expect(branchOf([[1], [2]])).toEqual([
      ['0', [1]],
      ['1', [2]],
    ]);
    expect(branchOf(Array.from({ length: 13 }, () => 0))).toHaveLength(13);
  });
});
