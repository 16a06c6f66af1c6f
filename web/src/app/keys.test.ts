import { describe, expect, test } from 'vitest';
import { keyOf } from './keys';

describe('a key', () => {
  test('is its Latin letter, whatever the layout and the case', () => {
    expect(keyOf({ key: 'R', code: 'KeyR' })).toBe('r');
    expect(keyOf({ key: 'p', code: 'KeyR' })).toBe('p'); // Dvorak
    expect(keyOf({ key: 'é', code: 'Digit2' })).toBe('é');
  });

  test('has its place where the letters are others', () => {
    expect(keyOf({ key: 'ρ', code: 'KeyR' })).toBe('r'); // Greek
    expect(keyOf({ key: 'Δ', code: 'KeyD' })).toBe('d');
    expect(keyOf({ key: 'а', code: 'KeyF' })).toBe('f'); // Cyrillic
    expect(keyOf({ key: 'ж', code: 'Semicolon' })).toBe('ж');
  });

  test('that is no letter is what it is', () => {
    expect(keyOf({ key: '7', code: 'Digit7' })).toBe('7');
    expect(keyOf({ key: 'Backspace', code: 'Backspace' })).toBe('Backspace');
    expect(keyOf({ key: '/', code: 'KeyQ' })).toBe('/');
  });
});
