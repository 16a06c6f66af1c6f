import { describe, expect, it } from 'vitest';
import { between, boxOf, CELL, cellNamed, curve, sharing, turnTo } from './geometry';

describe('turnTo', () => {
  it('takes the short way round', () => {
    expect(turnTo(270, 'n')).toBe(360);
    expect(turnTo(0, 'w')).toBe(-90);
    expect(turnTo(360, 'e')).toBe(450);
    expect(turnTo(-90, 'w')).toBe(-90);
  });
});

describe('curve', () => {
  it('leads from the edge where one comes in to the edge where one leaves', () => {
    expect(curve('e', 's').band).toBe('M-29 0A29 29 0 0 1 0 29');
    expect(curve('n', 'w').band).toBe('M0 29A29 29 0 0 0 -29 0');
  });
});

describe('sharing', () => {
  it('leaves one robot where it is, and gives each of several a place of its own', () => {
    expect(sharing(0, 1)).toEqual({ dx: 0, dy: 0, scale: 1 });
    for (const count of [2, 3, 4, 5, 8]) {
      const places = Array.from({ length: count }, (_, at) => sharing(at, count));

      expect(new Set(places.map(({ dx, dy }) => `${dx} ${dy}`)).size).toBe(count);
      for (const { dx, dy } of places) {
        expect(Math.max(Math.abs(dx), Math.abs(dy))).toBeLessThan(CELL / 2);
      }
    }
  });
});

describe('cellNamed', () => {
  it('counts from the north-west corner', () => {
    expect([cellNamed([0, 0]), cellNamed([11, 9])]).toEqual(['A1', 'L10']);
  });
});

it('a drawing shows all cells and the frame round them', () => {
  expect(boxOf({ width: 3, height: 2 })).toBe(`-20 -20 ${3 * CELL + 40} ${2 * CELL + 40}`);
});

describe('robots on their way', () => {
  const here = { x: 10, y: 20, scale: 1, turn: 0, opacity: 1 };
  const there = { x: 30, y: 20, scale: 0.5, turn: -90, opacity: 0 };

  it('are between where they were and where they go', () => {
    const halfway = between([here, there], [there, there])(0.5);

    expect(halfway).toEqual([{ x: 20, y: 20, scale: 0.75, turn: -45, opacity: 0.5 }, there]);
  });

  it('are at once where they go if others were here before', () => {
    expect(between([here], [there, here])(0.1)).toEqual([there, here]);
  });
});
