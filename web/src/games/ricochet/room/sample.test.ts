import { expect, test } from 'vitest';
import { framesOf, sampleFor } from './sample';

test('the box decides which board is shown', () => {
  const boards = [
    sampleFor({ box: '2013', diagonals: true }),
    sampleFor({ box: '2013', diagonals: false }),
    sampleFor({ box: 'classic', diagonals: true }),
  ].map(({ board }) => board);

  expect(new Set(boards).size).toBe(3);
});

test('a robot goes its own steps, in order, and comes back', () => {
  const { route } = sampleFor({ box: 'classic', diagonals: false });
  const offsets = framesOf(route, 'b').map(({ offset }) => Number(offset));

  expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
  expect(offsets[0]).toBe(0);
  expect(offsets.at(-1)).toBe(1);
  expect(framesOf(route, 'b').at(-1)?.['transform']).toBe('translate(0px, 0px)');
});

test('a robot that does not move has no frames', () => {
  expect(framesOf(sampleFor({ box: 'classic', diagonals: false }).route, 'r')).toEqual([]);
});
