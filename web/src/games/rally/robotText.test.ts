import { describe, expect, it } from 'vitest';
import type { Standing } from './playback/steps';
import { robotText, robotTexts } from './robotText';

const standing: Standing = {
  cell: [0, 0],
  turn: 90,
  armour: 7,
  lives: 2,
  nextFlag: 2,
  save: [0, 0],
  beyond: null,
  isVirtual: false,
  isOff: false,
  isLost: false,
};

describe('a robot in words', () => {
  it('tells where it faces, what it has left and its next flag', () => {
    expect(robotText(standing, 'Ann', 3)).toBe(
      'Ann, facing right, 7 of 9 points of armour, 2 lives, flag 2',
    );
  });

  it('is out of the game without lives, and nothing else counts', () => {
    const out = { ...standing, turn: null, lives: 0, armour: 0, isLost: true };

    expect(robotText(out, 'Ann', 3)).toBe('Ann, out of the game');
    expect(robotTexts([out], () => 'Ann')).toEqual(['Ann, out of the game']);
  });

  it('stands where it is shown, whoever is lost nowhere', () => {
    const lost = { ...standing, isLost: true };

    expect(robotTexts([standing, lost], (seat) => ['Ann', 'Ben'][seat] ?? '')).toEqual([
      'Ann, A1, facing right, 2 lives',
      'Ben, back next turn, facing right, 2 lives',
    ]);
  });
});
