import { expect, test } from 'vitest';
import { millisText, sizeText, spanText } from './figures';

test('sizes are written in the largest unit that fits', () => {
  expect(sizeText(0, 'en')).toBe('0 byte');
  expect(sizeText(1536, 'en')).toBe('1.54 kB');
  expect(sizeText(65_000_000_000, 'en')).toBe('65 GB');
  expect(sizeText(65_500_000_000, 'it')).toBe('65,5 GB');
});

test('times are milliseconds, or seconds where they are many', () => {
  expect(millisText(0.42, 'en')).toBe('0.42 ms');
  expect(millisText(38.4, 'en')).toBe('38 ms');
  expect(millisText(2500, 'en')).toBe('2.5 sec');
});

test('a long time is written by its two largest parts', () => {
  expect(spanText(0, 'en')).toBe('0 sec');
  expect(spanText(59_999, 'en')).toBe('59 sec');
  expect(spanText(3_600_000, 'en')).toBe('1 hr');
  expect(spanText(12_345_678, 'en')).toBe('3 hr 25 min');
  expect(spanText(200_000_000, 'en')).toBe('2 days 7 hr');
});
