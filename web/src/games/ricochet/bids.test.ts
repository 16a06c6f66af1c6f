import { expect, test } from 'vitest';
import type { ProofFailed, State } from '../../wire/generated/ricochet';
import {
  bidRows,
  firstUpTo,
  isAnyEqual,
  lastBids,
  playerRows,
  shortName,
  standingBids,
  tieRule,
} from './bids';

const BIDS = [
  { seat: 0, moves: 9 },
  { seat: 1, moves: 6 },
  { seat: 2, moves: 6 },
];
const WON = [[], ['red star', 'red moon'], ['red gear']];

function bidding(ties: string): State {
  return { phase: { type: 'Bidding', bids: BIDS }, settings: { ties }, won: WON } as never;
}

const seats = (view: State) => standingBids(view).map(({ seat }) => seat);

test('RC14: the lowest bid is first, and of equal ones the earlier', () => {
  expect(seats(bidding('first announced'))).toEqual([1, 2, 0]);
});

test('RC14: where the rules say so, of equal ones that with fewer tokens', () => {
  expect(seats(bidding('fewer tokens'))).toEqual([2, 1, 0]);
});

test('equal bids are noticed', () => {
  expect(isAnyEqual(BIDS)).toBe(true);
  expect(isAnyEqual(BIDS.slice(0, 2))).toBe(false);
});

test('RC14: who shows first of equal bids is told where there are any', () => {
  expect(tieRule(bidding('first announced'))).toBe('Equal bids: whoever said it first');
  expect(tieRule(bidding('fewer tokens'))).toBe('Equal bids: whoever has fewer tokens');
  const view = bidding('first announced');
  expect(tieRule({ ...view, phase: { type: 'Thinking' } } as never)).toBeNull();
});

test('of a round that is over, the last word of everybody counts', () => {
  const bid = (seat: number, moves: number) => ({ seat, moves, at: 0, after: 0 });
  const bids = [bid(0, 9), bid(1, 7), bid(0, 6)];

  expect(lastBids({ bids })).toEqual([
    { seat: 0, moves: 6 },
    { seat: 1, moves: 7 },
  ]);
});

test('RC14: a proof has an order already', () => {
  const view = { phase: { type: 'Proving', queue: BIDS } } as never;
  expect(seats(view)).toEqual([0, 1, 2]);
});

test('everybody stays on the list: who shows, whose proof failed, who did not bid', () => {
  const phase = { type: 'Proving', queue: [{ seat: 2, moves: 6 }] };
  const view = { phase, won: [[], [], []] } as never;
  const event: ProofFailed = { type: 'ProofFailed', seat: 1, because: 'gave up' };

  expect(playerRows(view, [{ event, moves: 5 }])).toEqual([
    { seat: 2, moves: 6, hasFailed: false },
    { seat: 1, moves: 5, hasFailed: true },
    { seat: 0, moves: null, hasFailed: false },
  ]);
});

test('a failed proof is after the bids that stand, in a round that is over, too', () => {
  const event: ProofFailed = { type: 'ProofFailed', seat: 1, because: 'was stopped by the others' };

  expect(bidRows(BIDS, [{ event, moves: 6 }])).toEqual([
    { seat: 0, moves: 9, hasFailed: false },
    { seat: 2, moves: 6, hasFailed: false },
    { seat: 1, moves: 6, hasFailed: true },
  ]);
});

test.each(['Pause', 'Thinking'])('whoever has more tokens is higher: %s', (type) => {
  const won = [[], ['red star'], ['red moon', 'red gear'], ['red planet'], []];
  const rows = playerRows({ phase: { type }, won } as never, []);

  expect(rows.map(({ seat }) => seat)).toEqual([2, 1, 3, 0, 4]);
});

test('a bid comes first below the lowest, or beside it with fewer tokens', () => {
  expect(firstUpTo(bidding('first announced'), 0)).toBe(5);
  expect(firstUpTo(bidding('fewer tokens'), 0)).toBe(6);
  expect(firstUpTo(bidding('fewer tokens'), 1)).toBe(5);
  expect(firstUpTo(bidding('fewer tokens'), null)).toBe(5);
  expect(firstUpTo({ phase: { type: 'Thinking' } } as never, 0)).toBe(null);
});

test('shortens names to a word that tells them apart', () => {
  expect(shortName('Quiet Rocket', ['Sunny Saucer', 'Tiny Kite'])).toBe('Quiet');
  expect(shortName('Quiet Rocket', ['Quiet Rattle', 'Tiny Kite'])).toBe('Rocket');
  expect(shortName('Abacus 2', ['Abacus'])).toBe('Abacus 2');
  expect(shortName('Li Po', [])).toBe('Li Po');
});
