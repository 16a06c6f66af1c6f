import { describe, expect, it } from 'vitest';
import type { BoardFacts } from '../../../wire/generated/ricochet';
import { requestAfter, requestLike, requestFor, readOptions, USUAL } from './options';

describe('options that were kept', () => {
  it('are read again', () => {
    const options = { box: 'classic', diagonals: false, silver: true, difficulty: 'hard' } as const;

    expect(readOptions(JSON.stringify(options))).toEqual(options);
  });

  it('are the usual ones where nothing, or nonsense, was kept', () => {
    const nonsense = '{"box": "paper", "difficulty": "toString"}';

    expect([null, 'oops', '3', nonsense].map(readOptions)).toEqual([USUAL, USUAL, USUAL, USUAL]);
  });
});

describe('an order', () => {
  it('asks for the lengths that a difficulty means', () => {
    const lengths = (['any', 'easy', 'very hard'] as const).map((difficulty) => {
      const { fewest, most } = requestFor({ ...USUAL, difficulty });
      return [fewest, most];
    });

    expect(lengths).toEqual([
      [null, null],
      [2, 4],
      [10, null],
    ]);
  });
});

describe('a position like this one', () => {
  const board: BoardFacts = {
    board: 'G1R2B2Y2',
    sections: ['G1', 'R2', 'B2', 'Y2'],
    boxes: ['2013'],
    width: 16,
    height: 16,
    walls: [],
    barriers: [{ cell: [0, 0], colour: 'r', rises: true }],
    targets: [],
    centre: [],
  };

  it('comes from the same box, with as many robots, and takes about as long', () => {
    expect(requestLike(board, 5, 6, { ...USUAL, box: 'classic', diagonals: false })).toEqual({
      box: '2013',
      diagonals: true,
      silver: true,
      fewest: 5,
      most: 7,
    });
  });

  it('takes at least one move', () => {
    const { fewest, most, diagonals, silver } = requestLike(
      { ...board, barriers: [] },
      4,
      1,
      USUAL,
    );

    expect([fewest, most, diagonals, silver]).toEqual([1, 2, false, false]);
  });
});

describe('a board of one’s own', () => {
  const own: BoardFacts = {
    board: 'v1.20x12.....0rc',
    sections: [],
    boxes: [],
    width: 20,
    height: 12,
    walls: [],
    barriers: [],
    targets: [],
    centre: [],
  };

  it('stays, with its robots', () => {
    const like = requestLike(own, 2, 6, USUAL);

    expect(requestAfter(own, 2, USUAL)).toMatchObject({ board: own.board, count: 2, fewest: 2 });
    expect(like).toMatchObject({ board: own.board, count: 2, fewest: 5, most: 7 });
  });

  it('is none of a box', () => {
    expect(requestAfter({ ...own, sections: ['G1'] }, 4, USUAL)).toEqual(requestFor(USUAL));
    expect(requestAfter(null, 4, USUAL)).toEqual(requestFor(USUAL));
  });
});
