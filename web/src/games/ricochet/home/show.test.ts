import { describe, expect, it } from 'vitest';
import { OTHERS, ROUTE, START, TARGET, WALLS, type Way, type Spot } from './show';

const STEPS: Record<Way, Spot> = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

function isOpen([x, y]: Spot, heading: Way): boolean {
  const [dx, dy] = STEPS[heading];
  const [nx, ny] = [x + dx, y + dy];
  if (Math.min(nx, ny) < 0 || Math.max(nx, ny) > 7) return false;
  if (OTHERS.some(([, [ox, oy]]) => ox === nx && oy === ny)) return false;
  const [left, top] = [Math.max(x, nx), Math.max(y, ny)];
  const wanted = dx ? [left, y, left, y + 1] : [x, top, x + 1, top];
  return !WALLS.some((wall) => wall.every((at, index) => at === wanted[index]));
}

function slide(from: Spot, heading: Way): Spot {
  if (!isOpen(from, heading)) return from;
  const [dx, dy] = STEPS[heading];
  return slide([from[0] + dx, from[1] + dy], heading);
}

describe('what the first page shows', () => {
  it('is by the rules: robots slide until something stops them (RC5), and arrive', () => {
    let at = START;
    for (const [heading, end] of ROUTE) {
      at = slide(at, heading);
      expect(at).toEqual(end);
    }
    expect(at).toEqual(TARGET);
  });
});
