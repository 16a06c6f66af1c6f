import { expect, test } from 'vitest';
import type { State } from '../../wire/generated/ricochet';
import { standingBids } from './bids';

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

test('RC14: a proof has an order already', () => {
  const view = { phase: { type: 'Proving', queue: BIDS } } as never;
  expect(seats(view)).toEqual([0, 1, 2]);
});
