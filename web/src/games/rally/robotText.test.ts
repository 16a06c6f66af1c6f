import { describe, expect, it } from 'vitest';
import type { Player } from '../../wire/generated/rally';
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
    const out = { ...standing, lives: 0, armour: 0, isLost: true };
    const robot = { cell: null, facing: 'e', lives: 0 } as Player['robot'];
    const player = { robot, fresh: true } as Player;

    expect(robotText(out, 'Ann', 3)).toBe('Ann, out of the game');
    expect(robotTexts([player], () => 'Ann')).toEqual(['Ann, out of the game']);
  });
});
