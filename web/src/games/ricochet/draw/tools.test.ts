import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../wire/generated/ricochet';
import {
  barrierAt,
  blank,
  hasWall,
  isBlocked,
  robotAt,
  targetAt,
  withCount,
  withTarget,
  type BoardDrawing,
} from './drawing';
import {
  edgeAt,
  FIRST_GRIP,
  stroked,
  strokeFrom,
  strokeTo,
  typed,
  used,
  walled,
  type BoardGrip,
} from './tools';

const EMPTY = withCount(blank(6, 6), 2); // red on a1, green on f1
const B2: Cell = [1, 1];

function grip(changes: Partial<BoardGrip>): BoardGrip {
  return { ...FIRST_GRIP, ...changes };
}

function paint(
  drawing: BoardDrawing,
  held: Partial<BoardGrip>,
  ...cells: readonly Cell[]
): BoardDrawing {
  const [first = [0, 0], ...others] = cells;
  return stroked(others.reduce(strokeTo, strokeFrom(drawing, first, grip(held))));
}

function keys(...pressed: readonly string[]): BoardDrawing {
  return pressed.reduce((made, key) => typed(made, B2, key, FIRST_GRIP) ?? made, EMPTY);
}

describe('tools', () => {
  test('put things down, and take them away again', () => {
    const blocked = used(EMPTY, B2, grip({ tool: 'block' }));
    expect(isBlocked(blocked, B2)).toBe(true);
    expect(isBlocked(used(blocked, B2, grip({ tool: 'block' })), B2)).toBe(false);
    const target = used(EMPTY, B2, grip({ tool: 'target', target: 'vortex' }));
    expect(targetAt(target, B2)).toBe('vortex');
    expect(targetAt(used(target, B2, grip({ tool: 'target', target: 'vortex' })), B2)).toBe(null);
    const barrier = used(EMPTY, B2, grip({ tool: 'barrier', colour: 'y', rises: false }));
    expect(barrierAt(barrier, B2)).toMatchObject({ colour: 'y', rises: false });
    const other = used(barrier, B2, grip({ tool: 'barrier', colour: 'y', rises: true }));
    expect(barrierAt(other, B2)?.rises).toBe(true);
    expect(robotAt(used(EMPTY, B2, grip({ tool: 'robot', robot: 'g' })), B2)).toBe('g');
  });

  test('do nothing beside the board', () => {
    expect(used(EMPTY, [6, 0], grip({ tool: 'block' }))).toBe(EMPTY);
  });

  test('the hand chooses a target', () => {
    const drawn = withTarget(withTarget(EMPTY, 'vortex', B2), 'red-circle', [3, 3]);
    expect(used(drawn, B2, grip({ tool: 'hand' })).target).toBe('vortex');
  });
});

describe('strokes', () => {
  test('a quick finger leaves no cell out, and robots stay', () => {
    const drawn = paint(EMPTY, { tool: 'block' }, [0, 0], [5, 0]);
    expect(drawn.blocked).toEqual([1, 2, 3, 4].map((x) => [x, 0]));
  });

  test('all of a stroke does what it began with', () => {
    const some = paint(EMPTY, { tool: 'block' }, [1, 0], [2, 0]);
    expect(paint(some, { tool: 'block' }, [1, 0], [4, 0]).blocked).toEqual([]);
    expect(paint(some, { tool: 'block' }, [4, 0], [1, 0]).blocked.length).toBe(4);
  });

  test('robots and targets are dragged', () => {
    const drawn = withTarget(EMPTY, 'vortex', B2);
    expect(robotAt(paint(drawn, { tool: 'hand' }, [0, 0], [3, 3]), [3, 3])).toBe('r');
    expect(robotAt(paint(drawn, { tool: 'robot', robot: 'r' }, [5, 0], [3, 3]), [3, 3])).toBe('g');
    expect(targetAt(paint(drawn, { tool: 'hand' }, B2, [3, 3]), [3, 3])).toBe('vortex');
    expect(paint(drawn, { tool: 'target', target: 'vortex' }, B2, [3, 3]).targets).toEqual([
      { target: 'vortex', cell: [3, 3] },
    ]);
  });
});

describe('edges', () => {
  test('the nearest is meant, and none in the middle of a cell', () => {
    expect(edgeAt(EMPTY, 1.1, 0.5)).toEqual({ cell: [0, 0], side: 'e' });
    expect(edgeAt(EMPTY, 1.5, 0.95)).toEqual({ cell: [1, 0], side: 's' });
    expect(edgeAt(EMPTY, 1.5, 0.5)).toBe(null);
    expect(edgeAt(EMPTY, 0.02, 0.5, 0.5)).toEqual({ cell: [0, 0], side: 's' });
    expect(edgeAt(EMPTY, 9, 9)).toBe(null);
  });

  test('are painted', () => {
    const drawn = walled(
      EMPTY,
      [
        { cell: B2, side: 'e' },
        { cell: B2, side: 's' },
      ],
      true,
    );
    expect([hasWall(drawn, B2, 'e'), hasWall(drawn, B2, 's')]).toEqual([true, true]);
    expect(walled(drawn, drawn.walls, false).walls).toEqual([]);
  });
});

describe('keys', () => {
  test('robots, blocks, targets and barriers', () => {
    expect(robotAt(keys('G'), B2)).toBe('g');
    expect(isBlocked(keys('x'), B2)).toBe(true);
    expect(isBlocked(keys('x', 'x'), B2)).toBe(false);
    expect(targetAt(keys('o'), B2)).toBe('red-circle');
    expect(targetAt(keys('o', 'o'), B2)).toBe('red-triangle');
    expect(targetAt(keys('o', 'Backspace'), B2)).toBe(null);
    expect(keys('o', 'a').target).toBe('red-circle');
    expect(barrierAt(keys('/'), B2)).toMatchObject({ colour: 'r', rises: true });
    expect(barrierAt(keys('/', '/'), B2)).toMatchObject({ colour: 'g', rises: true });
    expect(barrierAt(keys('/', '\\'), B2)).toMatchObject({ colour: 'r', rises: false });
    expect(barrierAt(keys(...'/////////'), B2)).toBe(null);
  });

  test('that mean nothing change nothing', () => {
    expect(typed(EMPTY, B2, 'q', FIRST_GRIP)).toBe(null);
    expect(typed(EMPTY, B2, 'Tab', FIRST_GRIP)).toBe(null);
  });
});
