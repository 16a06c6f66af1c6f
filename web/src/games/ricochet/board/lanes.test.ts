import { expect, test } from 'vitest';
import type { Cell, Robot, Slide } from '../../../wire/generated/ricochet';
import { lanesOf, stopsOf } from './lanes';

const slide = (robot: Robot, ...cells: Cell[]): Slide => ({
  robot,
  heading: 'e',
  cells,
  rest_heading: 'e',
  barriers: 0,
});

test('robots that run over the same cells lie side by side, in whichever direction', () => {
  const red = slide('r', [0, 0], [1, 0], [2, 0]);
  const blue = slide('b', [3, 0], [2, 0], [1, 0]);

  const lanes = lanesOf([red, blue]);

  expect([...lanes.keys()]).toEqual(['r', 'b']);
  expect(lanes.get('r')).toBe(-(lanes.get('b') ?? 0));
});

test('where routes only cross, or one robot comes back, they stay in the middle', () => {
  const across = slide('r', [0, 1], [1, 1], [2, 1]);
  const back = slide('r', [2, 1], [1, 1], [0, 1]);
  const down = slide('g', [1, 0], [1, 1], [1, 2]);

  expect(lanesOf([across, back, down]).size).toBe(0);
  expect(lanesOf([]).size).toBe(0);
});

test('a route stops where its moves end; two in one cell are told apart, the last first', () => {
  const there = slide('r', [0, 0], [1, 0], [2, 0]);
  const back = slide('r', [2, 0], [1, 0], [0, 0]);

  expect(stopsOf([there, back, there])).toEqual([
    { robot: 'r', cell: [2, 0], number: 3, nth: 0 },
    { robot: 'r', cell: [0, 0], number: 2, nth: 0 },
    { robot: 'r', cell: [2, 0], number: 1, nth: 1 },
  ]);
});

test('of many moves that end in one cell the last two are told', () => {
  const there = slide('r', [0, 0], [1, 0]);

  expect(stopsOf([there, there, there, there]).map(({ number }) => number)).toEqual([4, 3]);
});
