import { afterEach, describe, expect, it } from 'vitest';
import { GAMES } from '../games';
import { overwriteGetLocale, type Locale } from '../paraglide/runtime';
import { OF_GAMES, reasonText, type Reason } from './reasons';

const blocked: Reason = {
  because: 'Red cannot move up: a wall is in the way.',
  code: 'way-is-blocked',
  facts: { robot: 'r', heading: 'n' },
};

function saidIn(locale: Locale, reason: Reason): string {
  overwriteGetLocale(() => locale);
  return reasonText(reason);
}

describe('reasonText', () => {
  afterEach(() => overwriteGetLocale(() => 'en')); // other files share the page's language

  it('is in the language of the page, with the facts in it', () => {
    expect(saidIn('en', blocked)).toBe('Red can’t go up: a wall is in the way.');
    expect(saidIn('es', blocked)).toBe('El Rojo no puede ir hacia arriba: hay una pared.');
  });

  it('names the robot that is in the way', () => {
    const robot = { ...blocked, facts: { ...blocked.facts, other: 'b' } };

    expect(saidIn('en', robot)).toBe('Red can’t go up: Blue is in the way.');
  });

  it('names a setting as the form does, with its range', () => {
    const goal: Reason = {
      because: 'These settings don’t work: the goal is 1 to 17 tokens',
      code: 'setting-out-of-range',
      facts: { name: 'goal', least: 1, most: 17 },
    };

    expect(saidIn('it', goal)).toBe('Gettoni per vincere: scegli un numero da 1 a 17.');
    expect(saidIn('ca', { ...goal, facts: { ...goal.facts, name: 'turn_seconds' } })).toMatch(
      /^(?!turn).+: tria un nombre del 1 al 17\.$/,
    );
    expect(saidIn('en', { ...goal, facts: { ...goal.facts, name: 'dice' } })).toMatch(/^dice: /);
  });

  it('says where something was not understood, if that is known', () => {
    const unread: Reason = { because: 'Invalid', code: 'not-understood' };

    expect(saidIn('es', { ...unread, facts: { place: 'chairs' } })).toMatch(/\(chairs\)\.$/);
    expect(saidIn('es', { ...unread, facts: { place: '' } })).not.toContain('(');
    expect(saidIn('el', unread)).not.toContain('(');
  });

  it('is said by one game only, and each game has its own', () => {
    const codes = OF_GAMES.flatMap(({ SENTENCES }) => Object.keys(SENTENCES));

    expect(OF_GAMES.length).toBe(GAMES.length);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('is what the house says where its code is not known', () => {
    const other = { because: 'The moon is full.', code: 'moon-is-full', facts: {} };

    expect(saidIn('it', other)).toBe('The moon is full.');
    expect(saidIn('it', { because: 'No code at all.' })).toBe('No code at all.');
  });
});
