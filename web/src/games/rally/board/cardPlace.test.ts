import { describe, expect, it } from 'vitest';
import { sideFor } from './cardPlace';
import { CELL, mid } from './geometry';

const room = { wide: 64, high: 84, across: 12 * CELL, down: 12 * CELL };
const at = (x: number, y: number) => ({ x: mid(x), y: mid(y) });

describe('the card that is played', () => {
  it('lies above its robot', () => {
    expect(sideFor(at(5, 5), [], room)).toEqual([0, -1]);
  });

  it('lies below it at the upper edge', () => {
    expect(sideFor(at(5, 0), [], room)).toEqual([0, 1]);
  });

  it('hides no other robot', () => {
    expect(sideFor(at(5, 5), [at(5, 4)], room)).toEqual([0, 1]);
    expect(sideFor(at(5, 5), [at(5, 4), at(5, 6)], room)).toEqual([1, 0]);
  });

  it('stays where it was while it hides nobody there', () => {
    expect(sideFor(at(5, 5), [], room, [1, 0])).toEqual([1, 0]);
    expect(sideFor(at(5, 5), [at(6, 5)], room, [1, 0])).toEqual([0, -1]);
  });
});
