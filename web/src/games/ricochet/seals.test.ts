import { expect, test } from 'vitest';
import { keepSeal, sealOf } from './seals';

test('a position that was dealt is asked about with its seal, any other without one', () => {
  keepSeal('dealt', 'abc');
  keepSeal('chosen', null);

  expect(sealOf('dealt')).toEqual({ seal: 'abc' });
  expect(sealOf('chosen')).toEqual({});
});
