import { expect, test } from 'vitest';
import { casesOf, meanOf, numberedCases } from './measures';

const MEASURES = { over: { '10': [1, 10], '0': [3, 0], '2': [1, 2] } } as const;

test('cases that are numbers come in their order', () => {
  expect(numberedCases(MEASURES, 'over').map((one) => one.case)).toEqual(['0', '2', '10']);
});

test('the mean is that of all cases together; of nothing there is none', () => {
  expect(meanOf(casesOf(MEASURES, 'over'))).toBe(12 / 5);
  expect(meanOf(casesOf(MEASURES, 'unknown'))).toBeNull();
});
