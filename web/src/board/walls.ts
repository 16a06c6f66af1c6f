// How walls are drawn on boards.

interface Wall {
  cell: readonly [x: number, y: number];
  side: 'n' | 'e' | 's' | 'w';
}

/** The line of a wall between cells of this size. */
export function wallLine({ cell: [x, y], side }: Wall, size: number) {
  const [left, top, right, bottom] = [x * size, y * size, (x + 1) * size, (y + 1) * size];
  const [x1, y1, x2, y2] = {
    n: [left + 2, top, right - 2, top],
    s: [left + 2, bottom, right - 2, bottom],
    w: [left, top + 2, left, bottom - 2],
    e: [right, top + 2, right, bottom - 2],
  }[side];
  return { x1, y1, x2, y2 };
}
