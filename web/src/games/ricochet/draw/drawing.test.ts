import { describe, expect, test } from 'vitest';
import type { BoardFacts, Cell, Heading } from '../../../wire/generated/ricochet';
import {
  aimOf,
  blank,
  drawingOf,
  edgeOn,
  erased,
  factsOf,
  hasWall,
  lineOf,
  mirrored,
  readDrawing,
  resized,
  robotAt,
  targetAt,
  textOf,
  turned,
  withBarrier,
  withBlocked,
  withCount,
  withRobot,
  withTarget,
  withWall,
  type BoardDrawing,
} from './drawing';
import examples from './examples.json';

const EMPTY = blank(5, 4);
const A1: Cell = [0, 0];
const B2: Cell = [1, 1];
const C2: Cell = [2, 1];
const C3: Cell = [2, 2];

function full(): BoardDrawing {
  let drawing = withWall(EMPTY, B2, 'e', true);
  drawing = withBlocked(drawing, C3, true);
  drawing = withBarrier(drawing, { cell: [3, 1], colour: 'r', rises: true });
  return withTarget(drawing, 'red-circle', B2);
}

describe('walls', () => {
  test('are the same from both sides', () => {
    const drawn = withWall(EMPTY, C2, 'w', true);
    expect(drawn.walls).toEqual([{ cell: B2, side: 'e' }]);
    expect(hasWall(drawn, B2, 'e')).toBe(true);
    expect(withWall(drawn, B2, 'e', true)).toBe(drawn);
    expect(withWall(drawn, B2, 'e', false).walls).toEqual([]);
  });

  test('are there along the frame and round blocked cells anyway', () => {
    expect(edgeOn(EMPTY, A1, 'n')).toBe(null);
    expect(withWall(EMPTY, A1, 'w', true)).toBe(EMPTY);
    const drawn = withBlocked(withWall(EMPTY, B2, 'e', true), C2, true);
    expect(drawn.walls).toEqual([]);
    expect(withWall(drawn, B2, 'e', true)).toBe(drawn);
  });
});

describe('cells', () => {
  test('carry one thing', () => {
    const target = withTarget(
      withBarrier(EMPTY, { cell: B2, colour: 'g', rises: false }),
      'vortex',
      B2,
    );
    expect(target.barriers).toEqual([]);
    expect(targetAt(target, B2)).toBe('vortex');
    const closed = withBlocked(target, B2, true);
    expect([closed.targets, closed.blocked]).toEqual([[], [B2]]);
  });

  test('with a robot are not closed', () => {
    expect(withBlocked(EMPTY, A1, true)).toBe(EMPTY);
    expect(withBarrier(EMPTY, { cell: A1, colour: 'r', rises: true })).toBe(EMPTY);
  });

  test('are erased: first what is there, then the walls', () => {
    const drawn = full();
    const once = erased(drawn, B2);
    expect(targetAt(once, B2)).toBe(null);
    expect(hasWall(once, B2, 'e')).toBe(true);
    expect(hasWall(erased(once, B2), B2, 'e')).toBe(false);
  });
});

describe('targets', () => {
  test('are on the board once', () => {
    const drawn = withTarget(withTarget(EMPTY, 'vortex', B2), 'vortex', C2);
    expect(drawn.targets).toEqual([{ target: 'vortex', cell: C2 }]);
  });

  test('the chosen one is asked for, else the first', () => {
    const drawn = withTarget(withTarget(EMPTY, 'vortex', B2), 'green-circle', C2);
    expect(aimOf(EMPTY)).toBe(null);
    expect(aimOf(drawn)).toBe('green-circle');
    expect(aimOf({ ...drawn, target: 'vortex' })).toBe('vortex');
    expect(aimOf({ ...drawn, target: 'red-circle' })).toBe('green-circle');
  });
});

describe('robots', () => {
  test('go where they can stand, and change places', () => {
    const drawn = withRobot(full(), 'g', A1);
    expect([robotAt(drawn, A1), robotAt(drawn, [4, 0])]).toEqual(['g', 'r']);
    expect(withRobot(drawn, 'r', C3)).toBe(drawn);
    expect(withRobot(drawn, 'r', [9, 9])).toBe(drawn);
  });

  test('bring those before them', () => {
    const one = withCount(EMPTY, 1);
    const drawn = withRobot(one, 'b', C2);
    expect([one.robots.length, drawn.robots.length]).toEqual([1, 3]);
    expect(robotAt(drawn, C2)).toBe('b');
  });

  test('are one to eight, on cells of their own', () => {
    const many = withCount(EMPTY, 8);
    expect(new Set(many.robots.map(String)).size).toBe(8);
    expect(withCount(many, 9).robots.length).toBe(8);
    expect(withCount(many, 0).robots.length).toBe(1);
    expect(erased(withCount(EMPTY, 1), A1).robots).toEqual([A1]);
    expect(erased(EMPTY, A1).robots.length).toBe(3);
  });
});

describe('the whole board', () => {
  test('is cut off, and robots stay on it', () => {
    const cut = resized(full(), 3, 2);
    expect([cut.width, cut.height]).toEqual([3, 3]);
    expect(cut.robots.length).toBe(4);
    expect(cut.robots.every(([x, y]) => x < 3 && y < 3)).toBe(true);
    expect(cut.barriers).toEqual([]);
    expect(resized(EMPTY, 99, NaN)).toMatchObject({ width: 32, height: 3 });
  });

  test('turned four times, or mirrored twice, it is the same', () => {
    const drawn = full();
    expect(lineOf(turned(turned(turned(turned(drawn)))))).toBe(lineOf(drawn));
    expect(lineOf(mirrored(mirrored(drawn)))).toBe(lineOf(drawn));
    expect(turned(drawn)).toMatchObject({ width: 4, height: 5 });
    expect(hasWall(turned(drawn), [2, 1], 's')).toBe(true);
    expect(turned(drawn).barriers[0]).toMatchObject({ cell: [2, 3], rises: false });
  });

  test('comes back from its facts', () => {
    const drawn = full();
    const again = drawingOf(factsOf(drawn), drawn.robots, 'red-circle');
    expect(textOf(again)).toBe(textOf(drawn));
    expect(drawingOf(factsOf(drawn), [], null).robots.length).toBe(4);
  });

  test('is kept, and nothing else is read', () => {
    const drawn = full();
    expect(readDrawing(JSON.parse(JSON.stringify(drawn)))).toEqual(drawn);
    for (const odd of [null, 7, { walls: 3 }, { width: 99 }, { robots: [] }, { robots: [[9, 99]] }])
      expect(readDrawing(odd)).toBe(null);
  });
});

describe('one line', () => {
  test.each(examples as unknown as BoardFacts[])('as the server writes it: $board', (facts) => {
    expect(lineOf(drawingOf(facts, [[0, 0]], null))).toBe(facts.board);
  });

  test('with robots and a target it is a position', () => {
    const drawn = withTarget(withCount(EMPTY, 2), 'vortex', C2);
    expect(textOf(drawn)).toBe('v1.5x4....7av ra1,ge1 vortex');
    expect(textOf(withCount(EMPTY, 1))).toBe('v1.5x4.... ra1');
  });
});

test('headings are the four sides', () => {
  const sides: Heading[] = ['n', 'e', 's', 'w'];
  expect(sides.map((side) => edgeOn(EMPTY, B2, side)?.side)).toEqual(['s', 'e', 's', 'e']);
});
