import { describe, expect, it } from 'vitest';
import { boxOf, CELL, cellNamed, curve, headingOf, sharing, turnTo } from './geometry';

describe('turnTo', () => {
  it('takes the short way round', () => {
    expect(turnTo(270, 'n')).toBe(360);
    expect(turnTo(0, 'w')).toBe(-90);
    expect(turnTo(360, 'e')).toBe(450);
    expect(turnTo(-90, 'w')).toBe(-90);
  });

  it('leads where it was to lead, however often one turned round', () => {
    for (const heading of ['n', 'e', 's', 'w'] as const) {
      for (const before of [-450, -90, 0, 180, 720]) {
        expect(headingOf(turnTo(before, heading))).toBe(heading);
      }
    }
  });
});

describe('curve', () => {
  it('leads from the edge where a robot comes in to the edge where it leaves', () => {
    expect(curve('e', 's').band).toBe('M-29 0A29 29 0 0 1 0 29');
    expect(curve('n', 'w').band).toBe('M0 29A29 29 0 0 0 -29 0');
  });
});

describe('sharing', () => {
  it('leaves one robot where it is, and gives each of several a place of its own', () => {
    expect(sharing(0, 1)).toMatchObject({ scale: 1 });
    expect(Math.hypot(sharing(0, 1).dx, sharing(0, 1).dy)).toBe(0);
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
  expect(boxOf({ width: 6, height: 2 })).toBe(`-20 -20 ${6 * CELL + 40} ${2 * CELL + 40}`);
  expect(boxOf({ width: 3, height: 2 })).toBe(`-12 -12 ${3 * CELL + 24} ${2 * CELL + 24}`);
});
