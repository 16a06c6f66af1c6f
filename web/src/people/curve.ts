// The rating of a person over their matches, as the points of a drawing.

import type { CurvePoint } from '../wire/generated/table';

export const HEIGHT = 200;
export const LEFT = 48; // room for the numbers
const EDGE = 12;
const BAR = 9; // to each side of a single point
const FEWEST = 100; // points between the lowest and the highest line

export interface DrawnCurve {
  line: string; // the numbers
  band: string; // what may be true
  marks: readonly { at: number; y: number }[]; // lines across
  last: { x: number; y: number } | null; // where the line ends
}

/** Matches are spaced evenly: what counts is how many, not when. One alone is in the middle, with a
    bar for what may be true. The width is that of the screen, so
    that numbers are as large on a phone as anywhere. */
export function drawCurve(points: readonly CurvePoint[], width: number): DrawnCurve {
  const lows = points.map(({ rating }) => rating.number - rating.margin);
  const highs = points.map(({ rating }) => rating.number + rating.margin);
  const step = stepFor(Math.max(...highs) - Math.min(...lows));
  const bottom = Math.floor(Math.min(...lows) / step) * step;
  const top = Math.max(Math.ceil(Math.max(...highs) / step) * step, bottom + FEWEST);
  const isOne = points.length === 1;
  const room = width - LEFT - EDGE;
  const x = (at: number) => LEFT + room * (isOne ? 1 / 2 : at / Math.max(1, points.length - 1));
  const y = (value: number) => EDGE + ((HEIGHT - 2 * EDGE) * (top - value)) / (top - bottom);
  const along = (values: readonly number[], aside = 0) =>
    values.map((value, at) => `${(x(at) + aside).toFixed(1)},${y(value).toFixed(1)}`);
  const bar = isOne ? [-BAR, BAR] : [0];
  const marks = [];
  for (let at = bottom; at <= top; at += step) marks.push({ at, y: y(at) });
  const end = points.at(-1);
  return {
    line: along(points.map(({ rating }) => rating.number)).join(' '),
    band: [
      ...bar.flatMap((aside) => along(highs, aside)),
      ...bar.toReversed().flatMap((aside) => along(lows, aside).toReversed()),
    ].join(' '),
    marks,
    last: end ? { x: x(points.length - 1), y: y(end.rating.number) } : null,
  };
}

/** Round numbers, and not more than a handful of lines. */
function stepFor(range: number): number {
  return [50, 100, 200, 500, 1000].find((step) => range / step <= 6) ?? 2000;
}
