import { describe, expect, it } from 'vitest';
import type { Robot, Slide } from '../../../wire/generated/ricochet';
import { inOrder, leftPathAt } from './orders';

function slide(robot: Robot, heading: 'n' | 'e' | 's' | 'w'): Slide {
  return { robot, heading, cells: [[0, 0]], rest_heading: heading, barriers: 0 };
}

describe('another order', () => {
  it('has the same slides, each robot’s in its own order', () => {
    const slides = [slide('g', 'w'), slide('r', 's'), slide('g', 's')];

    const names = inOrder(slides, 'rs gw gs').map(({ robot, heading }) => robot + heading);

    expect(names).toEqual(['rs', 'gw', 'gs']);
  });
});

describe('the path', () => {
  it('is left where a move brings nobody nearer', () => {
    expect(leftPathAt([5, 4, 4, 3, 2, 1, 0])).toBe(2);
    expect(leftPathAt([5, 4, null])).toBe(2);
  });

  it('is kept by the shortest solution', () => {
    expect(leftPathAt([2, 1, 0])).toBeNull();
    expect(leftPathAt([])).toBeNull();
  });
});
