import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const [light = '', dark = ''] = readFileSync('src/app.css', 'utf8').split("[data-theme='dark']");
const PIECES = ['r', 'g', 'b', 'y', 's'];
const FLOORS = ['cell', 'alt', 'tile'];

function colour(theme: string, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? '';
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('in %s colours', (_, theme) => {
  it('pieces stand out from what they stand on', () => {
    for (const piece of PIECES)
      for (const floor of FLOORS)
        expect(contrast(colour(theme, piece), colour(theme, floor))).toBeGreaterThanOrEqual(3);
  });

  it('text can be read', () => {
    for (const text of ['ink', 'soft', 'accent', 'good'])
      for (const under of ['page', 'card', 'tile'])
        expect(contrast(colour(theme, text), colour(theme, under))).toBeGreaterThanOrEqual(4.5);
  });
});
