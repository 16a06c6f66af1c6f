import { describe, expect, it } from 'vitest';
import { shortened } from './prompts';

describe('a name within a sentence', () => {
  it('is whole if it is short', () => {
    expect(shortened('Bartholomew 21')).toBe('Bartholomew 21');
  });

  it('is shortened by whole letters', () => {
    expect(shortened('Konstantina Papadopoulou')).toBe('Konstantina P…');
    expect(shortened('🤖'.repeat(24))).toBe(`${'🤖'.repeat(13)}…`);
    expect(shortened('Bartholomeus Maximus')).toBe('Bartholomeus…');
  });
});
