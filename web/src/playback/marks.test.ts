import { describe, expect, it } from 'vitest';
import { placedMarks } from './marks';

const ROOM = { wide: 13, readable: 6 };

function placed(...lefts: number[]): string[] {
  const marks = lefts.map((at) => ({ at }));
  return placedMarks(marks, 100, ROOM).map(
    ({ mark, isTarget, isNumbered }) =>
      `${mark.at}${isTarget ? ' target' : isNumbered ? ' number' : ''}`,
  );
}

describe('the marks of a replay', () => {
  it('are targets where a finger has room', () => {
    expect(placed(0, 20, 40)).toEqual(['0 target', '20 target', '40 target']);
  });

  it('have numbers between targets, as long as these can be read', () => {
    expect(placed(0, 6, 12, 18, 24)).toEqual([
      '0 target',
      '6 number',
      '12 number',
      '18 target',
      '24 number',
    ]);
    expect(placed(0, 4, 8, 13)).toEqual(['0 target', '4', '8', '13 target']);
  });

  it('are in their place in a match without an end yet', () => {
    expect(placedMarks([{ at: 0 }], 0, ROOM)).toHaveLength(1);
  });
});
