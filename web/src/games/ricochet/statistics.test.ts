import { describe, expect, it } from 'vitest';
import type { Round, Slide, Target } from '../../wire/generated/ricochet';
import {
  botBidders,
  figuresOf,
  findOfMatch,
  isBotsFind,
  isEmptyTie,
  overShortest,
  ranked,
} from './statistics';

const [ANN, BRUNO] = [0, 1];
const TARGETS: readonly Target[] = ['rc', 'rt', 'rs', 'rh', 'vortex'] as never;

function round(number: number, winner: number | null, moves: number, more: object = {}): Round {
  const slides = Array.from({ length: moves }, () => ({}) as Slide);
  const proofs = winner === null ? [] : [{ seat: winner, moves, slides, failed: null }];
  const plain = {
    number,
    position: '',
    target: 'vortex',
    robots: [],
    bids: [],
    proofs,
    winner,
    began: 0,
  };
  return { ...plain, ...more } as Round;
}

describe('figuresOf', () => {
  it('averages what won, and counts what was tried', () => {
    const failed = { seat: BRUNO, moves: 3, slides: [], failed: 'gave up' as const };
    const rounds = [
      round(1, ANN, 6, { bids: [{ seat: ANN, moves: 6, after: 20_000 }] }),
      round(2, ANN, 4, {
        bids: [
          { seat: ANN, moves: 5, after: 10_000 },
          { seat: ANN, moves: 4, after: 30_000 },
        ],
      }),
      round(3, null, 0, { proofs: [failed] }),
    ];
    const [ann, bruno] = figuresOf(
      rounds,
      2,
      new Map([
        [1, 5],
        [2, 4],
      ]),
    );

    expect(ann).toEqual({ over: 0.5, firstBid: 15_000, longest: 6, proved: 2, tried: 2 });
    expect(bruno).toEqual({ over: null, firstBid: null, longest: null, proved: 0, tried: 1 });
  });

  it('does not count a shortest solution that is not known yet', () => {
    expect(overShortest(round(1, ANN, 6), new Map())).toBe(null);
  });
});

describe('findOfMatch', () => {
  const rounds = [
    round(1, ANN, 5),
    round(2, BRUNO, 9, {
      bids: [
        { seat: ANN, moves: 12, after: 1 },
        { seat: ANN, moves: 11, after: 2 },
      ],
    }),
    round(3, ANN, 11),
  ];

  it('is the longest proof that could not be shorter', () => {
    const found = findOfMatch(
      rounds,
      new Map([
        [1, 5],
        [2, 9],
        [3, 10],
      ]),
    );
    expect(found).toMatchObject({ seat: BRUNO, moves: 9, other: { seat: ANN, moves: 11 } });
    expect(found?.round.number).toBe(2);
  });

  it('tells of nobody who bid as few in the end', () => {
    const bids = [12, 9].map((moves, after) => ({ seat: ANN, moves, after }));
    const found = findOfMatch([round(1, BRUNO, 9, { bids })], new Map([[1, 9]]));
    expect(found).toMatchObject({ seat: BRUNO, moves: 9, other: null });

    const more = [...bids, { seat: 2, moves: 10, after: 3 }];
    expect(findOfMatch([round(1, BRUNO, 9, { bids: more })], new Map([[1, 9]]))?.other).toBeNull();
  });

  it('is that of the bot where one played for somebody meanwhile', () => {
    const bids = [{ seat: BRUNO, moves: 9, after: 5 }];
    const told = [round(1, BRUNO, 9, { bids, began: 100 })];
    const find = findOfMatch(told, new Map([[1, 9]]));
    const away = (until: number) => [
      { seat: BRUNO, since: 50, until, hasLeft: false, isVotedOut: false },
    ];

    expect(find && isBotsFind(find, away(200))).toBe(true);
    expect(find && isBotsFind(find, away(102))).toBe(false); // back before
    expect(botBidders(told, away(200))).toEqual([BRUNO]);
    expect(botBidders(told, away(102))).toEqual([]);
  });

  it('is nothing where all could be shorter', () => {
    expect(
      findOfMatch(
        rounds,
        new Map([
          [1, 4],
          [2, 8],
          [3, 10],
        ]),
      ),
    ).toBe(null);
  });
});

describe('the ranking', () => {
  const order = (counts: readonly number[], winners: readonly number[], ...resigned: number[]) =>
    ranked({ won: counts.map((count) => TARGETS.slice(0, count)), resigned }, winners).map(
      ({ seat, place }) => [seat, place],
    );

  it('gives one place to those who have equally many', () => {
    expect(order([5, 3, 5, 1], [0, 2])).toEqual([[0, 1], [2, 1], [1, 3], [3, 4]]); // prettier-ignore
    expect(order([2, 2, 0], [])).toEqual([[0, 1], [1, 1], [2, 3]]); // prettier-ignore
  });

  it('puts a winner first who has fewer, and last of all whoever resigned', () => {
    expect(order([5, 0, 1], [1], 0)).toEqual([[1, 1], [2, 2], [0, 3]]); // prettier-ignore
    expect(order([1, 2, 3, 0], [3], 1, 2)).toEqual([[3, 1], [0, 2], [2, 3], [1, 4]]); // prettier-ignore
  });
});

it('tells a tie in which nobody has a token', () => {
  const [token] = TARGETS as [Target];
  expect(isEmptyTie([[], []], [0, 1])).toBe(true);
  expect(isEmptyTie([[token], [token]], [0, 1])).toBe(false);
  expect(isEmptyTie([[], []], [1])).toBe(false); // the other one has resigned
});
