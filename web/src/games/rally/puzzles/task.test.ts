import { describe, expect, it } from 'vitest';
import type { Card, Kind } from '../../../wire/generated/rally';
import { begun, kindsOf, programOf, strayedAt } from './task';

const HAND: readonly Card[] = (
  [
    ['move1', 500],
    ['left', 90],
    ['move1', 520],
    ['right', 80],
    ['uturn', 10],
    ['back', 430],
  ] as [Kind, number][]
).map(([card, priority]) => ({ card, priority }));

describe('a program', () => {
  it('takes every card once, and is filled up with what is left', () => {
    const program = programOf(HAND, 'move1 move1 right');

    expect(kindsOf(program)).toBe('move1 move1 right left uturn');
    expect(new Set(program.map(({ priority }) => priority)).size).toBe(5);
  });

  it('is known again by the kinds with which it begins', () => {
    const laid = programOf(HAND.toReversed(), 'move1 move1 right');

    expect(begun([HAND, laid], 'move1 move1')).toBe(laid);
    expect(begun([laid], 'move1 left')).toBeNull();
  });
});

describe('the way', () => {
  it('is left with the first register that leads elsewhere', () => {
    expect(strayedAt([3, 2, null, null])).toBe(2);
    expect(strayedAt([3, 2, 1, 0])).toBeNull();
    expect(strayedAt([])).toBeNull();
  });
});
