import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../wire/generated/rally';
import {
  blank,
  cellWith,
  erased,
  hasWall,
  moved,
  nextCurve,
  nextNumber,
  numbersOf,
  squareAt,
  toggled,
  turnedSquare,
  withLaser,
  withMouth,
  withNumber,
  withThing,
  withWall,
} from './drawing';

const EMPTY = blank('Test', 3, 2);
const A1: Cell = [0, 0];
const B1: Cell = [1, 0];
const C2: Cell = [2, 1];

describe('walls', () => {
  test('are on both sides of an edge, and leave both (R14)', () => {
    const walled = withWall(EMPTY, A1, 'e', true);
    expect(hasWall(walled, A1, 'e')).toBe(true);
    expect(hasWall(walled, B1, 'w')).toBe(true);
    expect(withWall(walled, B1, 'w', false)).toEqual(EMPTY);
  });

  test('may be at the edge of the board', () => {
    expect(hasWall(withWall(EMPTY, A1, 'n', true), A1, 'n')).toBe(true);
  });
});

describe('what is put on a cell', () => {
  test('replaces another floor, and stays with what can lie on it', () => {
    const belt = withThing(EMPTY, A1, { belt: { exit: 'e', is_express: false, mouths: [] } });
    const pressed = withThing(belt, A1, { press: [2, 4] });
    expect(Object.keys(squareAt(pressed, A1))).toEqual(['belt', 'press']);
    expect(squareAt(withThing(pressed, A1, { gear: 'L' }), A1)).toEqual({
      press: [2, 4],
      gear: 'L',
    });
  });

  test('is alone if it is a pit or a start; walls stay', () => {
    const walled = withWall(withThing(EMPTY, A1, { gear: 'R' }), A1, 's', true);
    expect(squareAt(withThing(walled, A1, { pit: true }), A1)).toEqual({ pit: true, walls: ['s'] });
    expect(squareAt(withThing(withThing(EMPTY, A1, { pit: true }), A1, { flag: 1 }), A1)).toEqual({
      flag: 1,
    });
  });

  test('leaves the drawing as it is where it was there before', () => {
    const once = withThing(EMPTY, A1, { gear: 'L' });
    expect(withThing(once, A1, { gear: 'L' })).toBe(once);
  });

  test('is erased with its walls', () => {
    const walled = withWall(withThing(EMPTY, A1, { gear: 'R' }), A1, 'e', true);
    expect(erased(walled, A1)).toEqual(EMPTY);
  });
});

describe('flags and starts', () => {
  test('are in one place, and count up', () => {
    const two = withNumber(withNumber(EMPTY, A1, 'flag', 1), B1, 'flag', 2);
    expect(nextNumber(two, 'flag')).toBe(3);
    expect(cellWith(withNumber(two, C2, 'flag', 1), 'flag', 1)).toEqual(C2);
    expect(numbersOf(withNumber(two, C2, 'flag', 1), 'flag')).toEqual([1, 2]);
  });

  test('are dragged', () => {
    const flag = withNumber(EMPTY, A1, 'flag', 1);
    expect(cellWith(moved(flag, A1, C2), 'flag', 1)).toEqual(C2);
    expect(moved(flag, B1, C2)).toBe(flag);
    expect(moved(flag, A1, [9, 9])).toBe(flag);
    expect(moved(flag, A1, A1)).toEqual(flag);
  });

  test('a start for all and starts of one player are never there together (R2)', () => {
    const own = withNumber(withNumber(EMPTY, A1, 'start', 1), B1, 'start', 2);
    expect(numbersOf(own, 'start')).toEqual([1, 2]);
    expect(numbersOf(withNumber(own, C2, 'start', 0), 'start')).toEqual([0]);
  });
});

describe('one square', () => {
  test('is turned with all that points somewhere', () => {
    const square = {
      belt: { exit: 'e', is_express: true, mouths: ['n'] },
      pusher: { heading: 'w', registers: [1] },
      lasers: [
        { heading: 'n', beams: 1 },
        { heading: 'w', beams: 2 },
      ],
    } as const;
    expect(turnedSquare(square)).toEqual({
      belt: { exit: 's', is_express: true, mouths: ['e'] },
      pusher: { heading: 'n', registers: [1] },
      lasers: [
        { heading: 'n', beams: 2 },
        { heading: 'e', beams: 1 },
      ],
    });
    expect(turnedSquare({ gear: 'L' })).toEqual({ gear: 'R' });
  });

  test('a belt has every curve in turn', () => {
    const straight = { exit: 'n', is_express: false, mouths: [] } as const;
    const ways = [1, 2, 3, 4].reduce(
      (found) => [...found, nextCurve(found.at(-1) ?? straight)],
      [nextCurve(straight)],
    );
    expect(ways.map(({ mouths }) => mouths.join(''))).toEqual(['e', 'w', 'ew', '', 'e']);
    expect(withMouth(withMouth(straight, 'w', true), 'e', true).mouths).toEqual(['e', 'w']);
  });

  test('registers are toggled, but for the last one', () => {
    expect(toggled([2, 4], 3)).toEqual([2, 3, 4]);
    expect(toggled([2, 4], 4)).toEqual([2]);
    expect(toggled([2], 2)).toEqual([2]);
  });

  test('has one laser for each heading', () => {
    const lasers = withLaser([{ heading: 'e', beams: 1 }], { heading: 'e', beams: 3 });
    expect(lasers).toEqual([{ heading: 'e', beams: 3 }]);
  });
});
