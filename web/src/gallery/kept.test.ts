import { describe, expect, it } from 'vitest';
import { readKept, withKept } from './kept';

describe('what is saved on the server', () => {
  it('is remembered by draft', () => {
    const kept = withKept(withKept({}, 'a', 'x'), 'b', 'y');

    expect(readKept(JSON.stringify(kept))).toEqual({ a: 'x', b: 'y' });
    expect(withKept(kept, 'a', 'z')).toEqual({ a: 'z', b: 'y' });
  });

  it('is nothing where the storage is broken', () => {
    for (const text of [null, '', 'x', 'null', '3', '{"a":3}']) expect(readKept(text)).toEqual({});
  });

  it('is not more than a hundred', () => {
    let kept = {};
    for (let number = 0; number < 120; number += 1) kept = withKept(kept, `d${number}`, 'x');

    expect(Object.keys(kept)).toHaveLength(100);
    expect(kept).toHaveProperty('d119');
  });
});
