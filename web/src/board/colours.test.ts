import { describe, expect, it } from 'vitest';
import { lookOf, plainColour } from './colours';

describe('plainColour', () => {
  it('writes colours as every program knows them', () => {
    expect(plainColour('rgb(212, 69, 59)')).toEqual({ colour: '#d4453b', opacity: 1 });
  });

  it('parts a colour from its transparency', () => {
    expect(plainColour('rgba(255, 255, 255, 0.6)')).toEqual({ colour: '#ffffff', opacity: 0.6 });
    expect(plainColour('rgb(0 0 0 / 0.25)')).toEqual({ colour: '#000000', opacity: 0.25 });
  });

  it('works out what a mixture has come to', () => {
    expect(plainColour('color(srgb 0.5 0.25 0)')).toEqual({ colour: '#804000', opacity: 1 });
    expect(plainColour('color(srgb 1 1 1 / 0.8)')).toEqual({ colour: '#ffffff', opacity: 0.8 });
  });

  it('leaves words as they are', () => {
    expect(plainColour('none')).toEqual({ colour: 'none', opacity: 1 });
  });
});

describe('lookOf', () => {
  const style: Record<string, string> = {
    fill: 'rgba(1, 2, 3, 0.5)',
    stroke: 'none',
    opacity: '0.38',
    'stroke-width': '2.5px',
    'stroke-dasharray': '5px, 4px',
    'stroke-linecap': 'butt',
    'font-size': '11px',
  };
  const read = (name: string) => style[name] ?? '';

  it('says what is not usual, in plain numbers', () => {
    expect(lookOf(read, false)).toEqual({
      fill: '#010203',
      'fill-opacity': '0.5',
      stroke: 'none',
      opacity: '0.38',
      'stroke-width': '2.5',
      'stroke-dasharray': '5, 4',
    });
  });

  it('speaks of letters only where there are some', () => {
    expect(lookOf(read, true)['font-size']).toBe('11');
  });
});
