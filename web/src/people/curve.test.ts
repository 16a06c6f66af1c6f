import { expect, test } from 'vitest';
import { drawCurve, HEIGHT } from './curve';

const point = (number: number, margin: number, at = 0) => ({
  at,
  rating: { number, margin, is_provisional: false },
});

test('a better rating is higher up, and the band is around the line', () => {
  const { line, band } = drawCurve([point(1500, 200), point(1600, 100)], 360);
  const [first, last] = line.split(' ').map((pair) => Number(pair.split(',')[1]));
  expect(last).toBeLessThan(first ?? 0);
  expect(band.split(' ')).toHaveLength(4);
});

test('one match is a curve, too, and all of it is inside the drawing', () => {
  const { line, marks } = drawCurve([point(1500, 0)], 360);
  expect(line.split(' ')).toHaveLength(1);
  expect(marks.length).toBeGreaterThan(1);
  for (const { y } of marks) {
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(HEIGHT);
  }
});

test('one match is in the middle, with a bar for what may be true', () => {
  const { last, band } = drawCurve([point(1500, 200)], 360);
  const corners = band.split(' ').map((pair) => pair.split(',').map(Number));
  const across = corners.map(([x]) => x ?? 0);
  expect(last?.x).toBeGreaterThan(150);
  expect(last?.x).toBeLessThan(250);
  expect(corners).toHaveLength(4);
  expect(Math.max(...across)).toBeGreaterThan(Math.min(...across));
});

test('the curve ends inside the width that there is', () => {
  const { last } = drawCurve([point(1500, 200), point(1600, 100), point(1550, 90)], 300);
  expect(last?.x).toBeGreaterThan(200);
  expect(last?.x).toBeLessThan(300);
});
