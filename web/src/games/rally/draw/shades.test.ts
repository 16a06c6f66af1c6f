import { describe, expect, test } from 'vitest';
import { cellAt } from '../board/geometry';
import { marksOf, mostTurns, reachShades, turnShades } from './shades';

const REACHED = { registers: [0, 1, 5, 6, null, 11] };

describe('what is laid over a board', () => {
  test('cells that are reached in so many turns of five registers', () => {
    const shades = reachShades(REACHED, 3, 2);
    expect([...shades].map(([at, { text }]) => [at, text])).toEqual([
      ['0 0', '0'],
      ['1 0', '1'],
      ['2 0', '1'],
      ['0 1', '2'],
    ]);
    expect(mostTurns(REACHED)).toBe(3);
  });

  test('expected turns, the darkest near the end', () => {
    const shades = turnShades({ turns: 4, cells: [4, null, 1.25] }, 2);
    expect([...shades.keys()]).toEqual(['0 0', '0 1']);
    expect(shades.get('0 1')?.text).toBe('1.3');
    expect(shades.get('0 1')?.depth).toBeGreaterThan(shades.get('0 0')?.depth ?? 1);
  });

  test('errors hide notes', () => {
    const marks = marksOf([
      { cell: 'B3', kind: 'note' },
      { cell: 'B3', kind: 'error' },
      { cell: 'A1', kind: 'note' },
      { cell: null, kind: 'error' },
    ]);
    expect([...marks]).toEqual([
      ['1 2', 'error'],
      ['0 0', 'note'],
    ]);
    expect(cellAt('Z12')).toEqual([25, 11]);
  });
});
