import { describe, expect, it } from 'vitest';
import type { BoardFacts, Cell } from '../../../wire/generated/ricochet';
import { freeCell, nextCell, whyNotBegin, withSection } from './setup';

const board: BoardFacts = {
  board: '',
  sections: ['G1', 'R2', 'B2', 'Y2'],
  boxes: [],
  width: 5,
  height: 3,
  walls: [],
  barriers: [{ cell: [1, 0], colour: 'r', rises: true }],
  targets: [{ target: 'vortex', colour: null, symbol: 'vortex', cell: [0, 0] }],
  centre: [[2, 1]],
};

describe('withSection', () => {
  const sections = ['G1', 'R2', 'B2', 'Y2'];

  it('turns a section over, or takes another of its colour', () => {
    expect(withSection(sections, 0, 'G3')).toEqual(['G3', 'R2', 'B2', 'Y2']);
  });

  it('lets two sections change places, so that there is one of each colour', () => {
    expect(withSection(sections, 0, 'Y2')).toEqual(['Y2', 'R2', 'B2', 'G1']);
    expect(withSection(sections, 3, 'R4')).toEqual(['G1', 'Y2', 'B2', 'R4']);
  });
});

describe('whyNotBegin', () => {
  const robots: Cell[] = [[4, 0], [3, 0]]; // prettier-ignore
  const code = (cell: Cell) => whyNotBegin(board, robots, 'r', cell)?.code ?? null;

  it('is nothing on a free cell, or on its own', () => {
    expect([code([4, 2]), code([4, 0])]).toEqual([null, null]);
  });

  it('names what is there', () => {
    expect([code([3, 0]), code([2, 1]), code([1, 0]), code([0, 0])]).toEqual([
      'cell-is-taken',
      'cell-in-centre',
      'cell-on-barrier',
      'cell-has-target',
    ]);
    expect(whyNotBegin({ ...board, sections: [] }, robots, 'r', [2, 1])?.code).toBe(
      'cell-is-blocked',
    );
    expect(whyNotBegin(board, robots, 'r', [3, 0])?.facts).toEqual({
      robot: 'r',
      cell: 'd1',
      other: 'g',
    });
  });
});

describe('nextCell', () => {
  const robots: Cell[] = [[0, 0], [3, 0]]; // prettier-ignore

  it('is the neighbour where that is free', () => {
    expect(nextCell(board, robots, [0, 0], 's')).toEqual([0, 1]);
  });

  it('goes over barriers, robots and the centre', () => {
    expect(nextCell(board, robots, [0, 0], 'e')).toEqual([2, 0]);
    expect(nextCell(board, robots, [2, 0], 'e')).toEqual([4, 0]);
    expect(nextCell(board, robots, [2, 0], 's')).toEqual([2, 2]);
  });

  it('is nowhere beyond the edge', () => {
    expect(nextCell(board, robots, [0, 0], 'n')).toBeNull();
    expect(nextCell(board, [[0, 0], [4, 0]], [3, 0], 'e')).toBeNull(); // prettier-ignore
  });
});

describe('freeCell', () => {
  it('has no symbol, no barrier and no robot', () => {
    expect(freeCell(board, [[2, 0]])).toEqual([3, 0]);
  });

  it('is nowhere on a full board', () => {
    const all = Array.from({ length: 15 }, (_, at): Cell => [at % 5, Math.floor(at / 5)]);

    expect(freeCell(board, all)).toBeNull();
  });
});
