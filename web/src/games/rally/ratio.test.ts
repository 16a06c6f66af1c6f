import { expect, test } from 'vitest';
import { ratioOf } from './ratio';

test('the text of a course says how wide it is', () => {
  expect(ratioOf('rally 1\nname: A size: 1x2\nsize: 18x12\nboard:\n')).toBe(1.5);
  expect(ratioOf('rally 1\nboard:\n')).toBe(1);
});
