import { describe, expect, test } from 'vitest';
import { fitsBeside, joined, mirrored, resized, shifted, turnedBoard } from './boards';
import { blank, hasWall, numbersOf, withNumber, withThing, withWall } from './drawing';
import { signOf, textOf } from './drawingText';

const CURVE = { belt: { exit: 'e', is_express: false, mouths: ['n'] } } as const;
const SMALL = withWall(
  withThing(withNumber(blank('Small', 3, 2), [2, 1], 'flag', 1), [0, 0], CURVE),
  [1, 0],
  's',
  true,
);

describe('a whole board', () => {
  test('grows and shrinks at the right and at the bottom', () => {
    const grown = resized(SMALL, 5, 4);
    expect([grown.width, grown.height, grown.squares.length]).toEqual([5, 4, 20]);
    expect(signOf(grown, [2, 1])).toBe('1');
    expect(textOf(resized(grown, 3, 2))).toBe(textOf(SMALL));
    expect(numbersOf(resized(SMALL, 2, 2), 'flag')).toEqual([]);
  });

  test('has a size that can be written', () => {
    expect([resized(SMALL, 99, 0).width, resized(SMALL, 99, 0).height]).toEqual([26, 1]);
    expect(resized(SMALL, NaN, 2).width).toBe(1);
    expect(resized(SMALL, 3, 2)).toBe(SMALL);
  });

  test('is shifted', () => {
    const shiftedOne = shifted(SMALL, 'e');
    expect(signOf(shiftedOne, [1, 0])).toBe('^>');
    expect(numbersOf(shiftedOne, 'flag')).toEqual([]);
    expect(hasWall(shiftedOne, [2, 0], 's')).toBe(true);
  });

  test('is turned: four quarters are none', () => {
    const once = turnedBoard(SMALL);
    expect([once.width, once.height]).toEqual([2, 3]);
    expect(signOf(once, [1, 0])).toBe('>v');
    expect(hasWall(once, [1, 1], 'w')).toBe(true);
    expect(textOf(turnedBoard(turnedBoard(turnedBoard(once))))).toBe(textOf(SMALL));
  });

  test('is mirrored: twice is not at all', () => {
    const once = mirrored(withThing(SMALL, [0, 1], { gear: 'L' }));
    expect(signOf(once, [2, 0])).toBe('^<');
    expect(signOf(once, [2, 1])).toBe('R');
    expect(textOf(mirrored(mirrored(SMALL)))).toBe(textOf(SMALL));
  });
});

describe('two boards beside each other', () => {
  test('are one, with their flags counted on and the start of the first', () => {
    const one = withNumber(SMALL, [1, 1], 'start', 0);
    const both = joined(one, withNumber(SMALL, [0, 1], 'start', 0), 'e');
    expect([both.width, both.height, both.name]).toEqual([6, 2, 'Small']);
    expect(numbersOf(both, 'flag')).toEqual([1, 2]);
    expect(numbersOf(both, 'start')).toEqual([0]);
    expect(signOf(both, [5, 1])).toBe('2');
  });

  test('of different heights are filled up with floor', () => {
    const both = joined(SMALL, blank('Tall', 2, 5), 'e');
    expect([both.width, both.height]).toEqual([5, 5]);
    const below = joined(SMALL, blank('Tall', 2, 5), 's');
    expect([below.width, below.height]).toEqual([3, 7]);
  });

  test('share the walls where they touch', () => {
    const left = withWall(blank('One', 2, 1), [1, 0], 'e', true);
    expect(hasWall(joined(left, blank('Two', 2, 1), 'e'), [2, 0], 'w')).toBe(true);
  });

  test('may be too large', () => {
    expect(fitsBeside(blank('', 13, 9), blank('', 13, 9), 'e')).toBe(true);
    expect(fitsBeside(blank('', 14, 9), blank('', 13, 9), 'e')).toBe(false);
  });

  test('have no flag that cannot be written', () => {
    const nine = withNumber(SMALL, [1, 1], 'flag', 9);
    expect(numbersOf(joined(nine, SMALL, 's'), 'flag')).toEqual([1, 9]);
  });
});
