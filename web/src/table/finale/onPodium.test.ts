import { expect, it } from 'vitest';
import { onPodium } from './onPodium';

const ranked = (...places: number[]) => places.map((place) => ({ place }));

it('has all for whom there is room', () => {
  expect(onPodium(ranked(1, 2), 4)).toBe(2);
  expect(onPodium(ranked(1, 2, 3, 3, 3), 5)).toBe(5);
  expect(onPodium(ranked(1, 2, 3, 4, 5, 6), 4)).toBe(4);
});

it('parts no equals', () => {
  expect(onPodium(ranked(1, 2, 3, 3, 3), 4)).toBe(2);
  expect(onPodium(ranked(1, 2, 2, 4, 4, 6), 5)).toBe(5);
  expect(onPodium(ranked(1, 2, 2, 4, 4, 4), 5)).toBe(3);
});

it('leaves nobody alone on it', () => {
  expect(onPodium(ranked(1, 2, 2, 2, 2, 2), 5)).toBe(5);
  expect(onPodium(ranked(1, 1, 1, 1, 1), 4)).toBe(4);
});
