import { describe, expect, it } from 'vitest';
import { readBid } from './bid';

describe('the bid of the demo', () => {
  it('is read as it was stored', () => {
    expect(readBid(JSON.stringify(4))).toBe(4);
  });

  it('is none where nothing, or nonsense, was stored', () => {
    const texts = [null, '', 'null', 'oops', '1.5', '-3', '{}'];

    expect(texts.map(readBid)).toEqual(texts.map(() => null));
  });
});
