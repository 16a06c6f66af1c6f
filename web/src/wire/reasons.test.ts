import { describe, expect, it } from 'vitest';
import { overwriteGetLocale, type Locale } from '../paraglide/runtime';
import { reasonText, type Reason } from './reasons';

const blocked: Reason = {
  because: 'Red cannot move north: a wall is in the way.',
  code: 'way-is-blocked',
  facts: { robot: 'r', heading: 'n' },
};

function saidIn(locale: Locale, reason: Reason): string {
  overwriteGetLocale(() => locale);
  return reasonText(reason);
}

describe('reasonText', () => {
  it('is in the language of the page, with the facts in it', () => {
    expect(saidIn('en', blocked)).toBe('Red can’t go up: a wall is in the way.');
    expect(saidIn('es', blocked)).toBe('El Rojo no puede ir hacia arriba: hay una pared.');
  });

  it('names the robot that is in the way', () => {
    const robot = { ...blocked, facts: { ...blocked.facts, other: 'b' } };

    expect(saidIn('en', robot)).toBe('Red can’t go up: Blue is in the way.');
  });

  it('is what the house says where its code is not known', () => {
    const other = { because: 'The moon is full.', code: 'moon-is-full', facts: {} };

    expect(saidIn('it', other)).toBe('The moon is full.');
    expect(saidIn('it', { because: 'No code at all.' })).toBe('No code at all.');
  });
});
