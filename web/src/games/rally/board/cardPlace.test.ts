import { describe, expect, it } from 'vitest';
import { sideFor, type CardSpot } from './cardPlace';
import { CELL, mid } from './geometry';

const room = { wide: 44, high: 52, across: 12 * CELL, down: 12 * CELL };
const around = (...others: CardSpot[]) => ({ others, ahead: null });
const at = (x: number, y: number) => ({ x: mid(x), y: mid(y) });

describe('the card that is played', () => {
  it('lies above its robot', () => {
    expect(sideFor(at(5, 5), around(), room)).toEqual([0, -1]);
  });

  it('lies below it at the upper edge', () => {
    expect(sideFor(at(5, 0), around(), room)).toEqual([0, 1]);
  });

  it('hides no other robot', () => {
    expect(sideFor(at(5, 5), around(at(5, 4)), room)).toEqual([0, 1]);
    expect(sideFor(at(5, 5), around(at(5, 4), at(5, 6)), room)).toEqual([1, 0]);
  });

  it('stays where it was while it hides nobody there', () => {
    expect(sideFor(at(5, 5), around(), room, [1, 0])).toEqual([1, 0]);
    expect(sideFor(at(5, 5), around(at(6, 5)), room, [1, 0])).toEqual([0, -1]);
  });

  it('does not lie where its robot goes, unless it would hide another elsewhere', () => {
    const north = { others: [], ahead: [0, -1] } as const;
    const crowd = [at(5, 6), at(4, 5), at(6, 5), at(4, 6), at(6, 6), at(4, 4), at(6, 4)];
    expect(sideFor(at(5, 5), north, room)).toEqual([0, 1]);
    expect(sideFor(at(5, 5), { ...north, others: crowd }, room)).toEqual([0, -1]);
  });
});
