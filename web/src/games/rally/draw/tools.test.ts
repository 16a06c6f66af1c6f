import { describe, expect, test } from 'vitest';
import type { Cell, Heading } from '../../../wire/generated/rally';
import { blank, hasWall, numbersOf, squareAt, type CourseDrawing } from './drawing';
import { signOf } from './drawingText';
import {
  beltAlong,
  between,
  edgeAt,
  stroked,
  strokeFrom,
  strokeTo,
  TOOLS,
  typed,
  used,
  walled,
  type Tool,
} from './tools';

const EMPTY = blank('Test', 4, 4);
const A1: Cell = [0, 0];

function row(drawing: CourseDrawing, y = 0): string {
  return [0, 1, 2, 3].map((x) => signOf(drawing, [x, y])).join(' ');
}

function paint(
  drawing: CourseDrawing,
  tool: Tool,
  from: Cell,
  ...to: readonly Cell[]
): CourseDrawing {
  const grip = { tool, heading: 'e' as Heading };
  return stroked(to.reduce(strokeTo, strokeFrom(drawing, from, grip)));
}

/** One after the other on A1. */
function keys(...pressed: readonly string[]): string {
  const end = pressed.reduce((made, key) => typed(made, A1, key, 'e') ?? made, EMPTY);
  return signOf(end, A1);
}

describe('tools', () => {
  test('put every element of a course down', () => {
    const signs = TOOLS.map((tool) => signOf(used(EMPTY, A1, { tool, heading: 'e' }), A1));
    expect(signs.join(' ')).toBe('. .e > >> L R O + ++ X24 P>135 ./l> 1 S S1 .');
  });

  test('turn what they find, or take it away again', () => {
    const twice = (tool: Tool) => {
      const grip = { tool, heading: 'e' as Heading };
      return signOf(used(used(EMPTY, A1, grip), A1, grip), A1);
    };
    expect(
      ['belt', 'pusher', 'gear-left', 'pit', 'laser', 'flag', 'wall'].map((tool) =>
        twice(tool as Tool),
      ),
    ).toEqual(['v', 'Pv135', '.', '.', '.', '.', '.']);
  });

  test('keep as many players as there are starts of their own (D41)', () => {
    const one = used(EMPTY, A1, { tool: 'start-own', heading: 'e' });
    const two = used(one, [1, 0], { tool: 'start-own', heading: 'e' });
    expect(two.players).toEqual([1, 2]);
    expect(numbersOf(two, 'start')).toEqual([1, 2]);
  });

  test('do nothing beside the board', () => {
    expect(used(EMPTY, [4, 0], { tool: 'pit', heading: 'e' })).toBe(EMPTY);
  });
});

describe('strokes', () => {
  test('a belt runs as it is drawn, with curves', () => {
    const drawn = paint(EMPTY, 'belt', A1, [1, 0], [2, 0], [2, 1]);
    expect(row(drawn)).toBe('> > >v .');
    expect(row(drawn, 1)).toBe('. . v .');
    expect(
      row(
        beltAlong(
          EMPTY,
          [
            [2, 0],
            [1, 0],
          ],
          'express',
        ),
      ),
    ).toBe('. << << .');
  });

  test('a quick mouse leaves no cell out', () => {
    expect(between(A1, [2, 1])).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
    ]);
    expect(row(paint(EMPTY, 'pit', A1, [3, 0]))).toBe('O O O O');
  });

  test('all of a stroke does what it began with', () => {
    const some = paint(EMPTY, 'pit', [1, 0]);
    expect(row(paint(some, 'pit', A1, [3, 0]))).toBe('O O O O');
    expect(row(paint(paint(some, 'pit', [3, 0]), 'pit', [1, 0], [3, 0]))).toBe('. . . .');
    expect(row(paint(some, 'erase', A1, [3, 0]))).toBe('. . . .');
  });

  test('flags are dragged by hand, and by the tool that puts them down', () => {
    const flag = paint(EMPTY, 'flag', A1);
    expect(row(paint(flag, 'hand', A1, [3, 0]))).toBe('. . . 1');
    expect(row(paint(flag, 'flag', A1, [3, 0]))).toBe('. . . 1');
    expect(row(paint(flag, 'flag', [1, 0], [3, 0]))).toBe('1 . . 2');
  });
});

describe('edges', () => {
  test('the nearest is meant, and none in the middle of a cell', () => {
    expect(edgeAt(EMPTY, 1.1, 0.5)).toEqual({ cell: [1, 0], side: 'w' });
    expect(edgeAt(EMPTY, 1.5, 0.95)).toEqual({ cell: [1, 0], side: 's' });
    expect(edgeAt(EMPTY, 1.5, 0.5)).toBe(null);
    expect(edgeAt(EMPTY, 4.2, 3.5)).toEqual({ cell: [3, 3], side: 'e' });
  });

  test('are painted, there or gone', () => {
    const edges = [
      { cell: [0, 0], side: 's' },
      { cell: [1, 0], side: 's' },
    ] satisfies { cell: Cell; side: Heading }[];
    const fence = walled(EMPTY, edges, true);
    expect(hasWall(fence, [1, 1], 'n')).toBe(true);
    expect(walled(fence, edges, false)).toEqual(EMPTY);
  });
});

describe('keys', () => {
  test('put things down, turn them and bend them', () => {
    expect(keys('b')).toBe('>');
    expect(keys('b', 't')).toBe('v');
    expect(keys('E', 'c')).toBe('v>>');
    expect(keys('g')).toBe('R');
    expect(keys('g', 'g')).toBe('L');
    expect(keys('g', 'g', 'g')).toBe('.');
    expect(keys('+', '+')).toBe('++');
    expect(keys('+', '+', '+')).toBe('.');
    expect(keys('b', 'x')).toBe('>/X24');
    expect(keys('l', 'p')).toBe('P>135/l>');
    expect(keys('3')).toBe('3');
    expect(keys('3', '3')).toBe('.');
    expect(keys('s')).toBe('S');
    expect(keys('n')).toBe('S1');
    expect(keys('o', 'Backspace')).toBe('.');
  });

  test('that mean nothing change nothing', () => {
    expect(typed(EMPTY, A1, 'q', 'e')).toBe(null);
    expect(typed(EMPTY, A1, 'Tab', 'e')).toBe(null);
    expect(squareAt(typed(EMPTY, A1, 'c', 'e') ?? EMPTY, A1)).toEqual({});
  });
});
