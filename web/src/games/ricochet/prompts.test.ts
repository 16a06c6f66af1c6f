import { describe, expect, it } from 'vitest';
import { brief } from './prompts';

describe('a name within a sentence', () => {
  it('is whole if it is short', () => {
    expect(brief('Bartholomew 21')).toBe('Bartholomew 21');
  });

  it('is shortened by whole letters', () => {
    expect(brief('Konstantina Papadopoulou')).toBe('Konstantina P…');
    expect(brief('🤖'.repeat(24))).toBe(`${'🤖'.repeat(13)}…`);
    expect(brief('Bartholomeus Maximus')).toBe('Bartholomeus…');
  });
});
