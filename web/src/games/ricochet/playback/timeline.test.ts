import { describe, expect, it } from 'vitest';
import type { Cell, Event, Slide } from '../../../wire/generated/ricochet';
import { after, bends, motions, pointAt, sliding } from './timeline';

function slide(cells: Cell[]): Slide {
  return { robot: 'r', heading: 'e', cells, rest_heading: 'e', barriers: 0 };
}

const straight = slide([[0, 0], [1, 0], [2, 0], [3, 0]]); // prettier-ignore
const bent = slide([[0, 0], [1, 0], [2, 0], [2, 1], [2, 2]]); // prettier-ignore

describe('bends', () => {
  it('finds the cells at which a path turns', () => {
    expect(bends(bent.cells)).toEqual([2]);
    expect(bends(straight.cells)).toEqual([]);
  });
});

describe('a slide', () => {
  it('takes 60 ms a cell, 120 at least and 500 at most', () => {
    const lengths = [2, 4, 16].map((count) =>
      sliding(slide(Array.from({ length: count }, (_, x): Cell => [x, 0]))),
    );

    expect(lengths.map((motion) => motion.lasts)).toEqual([120, 180, 500]);
  });

  it('pauses 40 ms at a bounce', () => {
    expect(sliding(bent).lasts).toBe(240 + 40);
  });

  it('begins at its first cell and ends at its last', () => {
    const motion = sliding(bent);

    expect(pointAt(motion, -1)).toEqual([0, 0]);
    expect(pointAt(motion, motion.lasts)).toEqual([2, 2]);
    expect(pointAt(motion, 1e9)).toEqual([2, 2]);
  });

  it('never goes back and never jumps', () => {
    for (const motion of [sliding(straight), sliding(bent)]) {
      let before = 0;
      for (let time = 0; time <= motion.lasts; time += 1) {
        const [x, y] = pointAt(motion, time);
        const way = x + y; // both paths only go east and south

        expect(way).toBeGreaterThanOrEqual(before - 1e-9);
        expect(way - before).toBeLessThan(0.1);
        before = way;
      }
    }
  });

  it('stands still at a bounce', () => {
    const motion = sliding(bent);
    const still = Array.from({ length: motion.lasts }, (_, time) => pointAt(motion, time)).filter(
      ([x, y]) => x === 2 && y === 0,
    );

    expect(still.length).toBeGreaterThanOrEqual(39);
  });
});

describe('motions', () => {
  const robots: Cell[] = [[0, 0], [9, 9]]; // prettier-ignore

  it('slide, and slide back when a move is taken back', () => {
    const events: Event[] = [
      { type: 'RobotSlid', slide: straight },
      { type: 'MoveTakenBack', slide: straight },
    ];

    expect(motions(events, robots, robots).map(({ path }) => [path[0], path.at(-1)])).toEqual([
      [[0, 0], [3, 0]],
      [[3, 0], [0, 0]],
    ]); // prettier-ignore
  });

  it('bring every robot that moved back to its marker when a proof fails, after a rest', () => {
    const events: Event[] = [
      { type: 'RobotSlid', slide: straight },
      { type: 'ProofFailed', seat: 0, because: 'gave up' },
    ];

    expect(motions(events, robots, robots).map(({ robot, path }) => [robot, path])).toEqual([
      ['r', straight.cells],
      ['r', [[3, 0], [3, 0]]],
      ['r', [[3, 0], [0, 0]]],
    ]); // prettier-ignore
  });

  it('are none where nothing moves', () => {
    expect(motions([{ type: 'SandTurned', until: 5, seat: null }], robots, robots)).toEqual([]);
  });
});

describe('after', () => {
  it('stands each robot where its last slide ended, and leaves the others', () => {
    const start: Cell[] = [[0, 0], [9, 9]]; // prettier-ignore

    expect(after(start, [straight, bent])).toEqual([[2, 2], [9, 9]]); // prettier-ignore
    expect(start).toEqual([[0, 0], [9, 9]]); // prettier-ignore
  });
});
