import { describe, expect, it } from 'vitest';
import type { Cell, Heading, Robot, Slide } from '../../../wire/generated/ricochet';
import { attemptComments, hardComments } from './comments';
import { stopsOf } from './stops';

function slide(robot: Robot, heading: Heading, ...cells: Cell[]): Slide {
  return { robot, heading, cells, rest_heading: heading, barriers: 0 };
}

// Red, green, blue, yellow. Green goes to e1, then red slides along the first row and stops at it.
const START: Cell[] = [
  [0, 0],
  [4, 3],
  [9, 9],
  [0, 9],
];
const SOLUTION = [
  slide('g', 'n', [4, 3], [4, 2], [4, 1], [4, 0]),
  slide('r', 'e', [0, 0], [1, 0], [2, 0], [3, 0]),
  slide('r', 's', [3, 0], [3, 1], [3, 2]),
];
const WALLS = [{ cell: [3, 2] as Cell, side: 's' as const }];

describe('what stops a robot', () => {
  it('is another one, unless there is a wall', () => {
    const stops = [{ move: 2, robot: 'r', by: 'g', hasMoved: true }];
    expect(stopsOf({ walls: WALLS }, START, SOLUTION)).toEqual(stops);
    const wall = { cell: [4, 0] as Cell, side: 'w' as const };
    expect(stopsOf({ walls: [wall] }, START, SOLUTION)).toEqual([]);
  });

  it('may be one that never moves', () => {
    const [, ...alone] = SOLUTION;
    const start = START.with(1, [4, 0]);
    expect(stopsOf({ walls: WALLS }, start, alone)[0]?.hasMoved).toBe(false);
  });
});

describe('an attempt in words', () => {
  const own = [...SOLUTION, SOLUTION[2] as Slide];

  it('says which move left the path, and what was left', () => {
    const [strayed, longer] = attemptComments(own, [3, 3, 2, 1, 0], 3);

    expect(strayed?.text).toBe(
      'Your move 1 (Green up) left the path: 3 to go before it, 3 to go after it.',
    );
    expect(strayed?.robots).toEqual(['g']);
    expect(longer?.text).toBe('You arrived in 4 moves; 3 are enough.');
  });

  it('says it where nobody knows how far it is, and where one strayed again', () => {
    const [strayed, again] = attemptComments(own, [3, null, 5, 5, 4], 4);

    expect(strayed?.text).toContain('no short route after it');
    expect(again?.text).toBe('You also lost ground with move 3.');
  });

  it('has nothing to say of the shortest', () => {
    expect(attemptComments(SOLUTION, [3, 2, 1, 0], 3)).toEqual([]);
    expect(attemptComments([], [], 3)).toEqual([]);
  });
});

describe('what makes it hard', () => {
  function said(themes: string[], slides = SOLUTION, start = START): string[] {
    return hardComments({ board: { walls: WALLS }, start, slides, themes }).map(({ text }) => text);
  }

  it('is what each helper is for', () => {
    expect(said([])).toEqual(['Green only moves to stop Red, in move 2.']);
  });

  it('names robots that stand still', () => {
    const [, ...alone] = SOLUTION;
    expect(said([], alone, START.with(1, [4, 0]))).toEqual([
      'Green never moves, but Red stops at it in move 2.'.replace('move 2', 'move 1'),
    ]);
  });

  it('says that a helper which stops nobody is needed', () => {
    const walls = [...WALLS, { cell: [4, 0] as Cell, side: 'w' as const }];
    const [first] = hardComments({ board: { walls }, start: START, slides: SOLUTION, themes: [] });
    expect(first?.text).toContain('Green has to move, too');
  });

  it('gives every theme its robots and moves', () => {
    const start = START.with(2, [3, 0]);
    expect(said(['robot-swap'], SOLUTION, start)).toContain(
      'Red stops where Blue started, in move 2.',
    );
    expect(said(['quiet-first-move'])[1]).toContain('The first move (Green up)');
    expect(said(['detour'])[1]).toContain('2 moves of its own');
    expect(said(['long-corridor'])[1]).toBe('A long slide: Green up goes 3 cells.');
    const back = [...SOLUTION, slide('r', 'n', [3, 2], [3, 1], [3, 0])];
    expect(said(['return'], back)).toContain('Red comes back to where it stood before, in move 4.');
    const bounced = SOLUTION.with(1, { ...(SOLUTION[1] as Slide), barriers: 1 });
    expect(said(['bounce'], bounced)).toContain('A barrier turns Red in move 2.');
    for (const theme of ['ricochet-rule', 'vortex', 'all-four-robots', 'long'])
      expect(said([theme])).toHaveLength(2);
    expect(said(['nonsense'])).toHaveLength(1);
  });
});
