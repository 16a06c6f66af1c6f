import { describe, expect, it } from 'vitest';
import { namesInShort, splitNumber } from './names';

describe('namesInShort', () => {
  it('lists four names', () => {
    expect(namesInShort(['Ann', 'Bruno', 'Carme', 'Dora'])).toBe('Ann, Bruno, Carme, Dora');
  });

  it('lists more that are short', () => {
    const names = ['Ann', 'Bob', 'Dan', 'Eve', 'Cleo'];

    expect(namesInShort(names)).toBe('Ann, Bob, Dan, Eve, Cleo');
  });

  it('counts the others where there are more', () => {
    const names = ['Ann', 'Bruno', 'Carme', 'Dora', 'Emil', 'Fritz'];

    expect(namesInShort(names)).toBe('Ann, Bruno, Carme and 3 more');
  });
});

describe('splitNumber', () => {
  it('keeps the number that tells bots apart, and the space before it', () => {
    expect(splitNumber('Piledriver 12')).toEqual(['Piledriver', ' 12']);
    expect(splitNumber('Copper Puppet')).toEqual(['Copper Puppet', '']);
    expect(splitNumber('R2D2')).toEqual(['R2D2', '']);
  });
});
