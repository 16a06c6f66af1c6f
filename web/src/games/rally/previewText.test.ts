import { describe, expect, it } from 'vitest';
import type {
  Card,
  FlagTouched,
  Preview,
  RegisterPreview,
  Robot,
} from '../../wire/generated/rally';
import { isDeadly, previewText } from './previewText';

const ROBOT: Robot = {
  cell: [2, 0],
  facing: 'e',
  armour: 9,
  lives: 3,
  next_flag: 1,
  save: [0, 0],
  virtual: false,
  off: false,
};
const CARD: Card = { card: 'move1', priority: 500 };
const NONE = [null, null, null, null, null];
const DAMAGED = { type: 'Damaged', register: 1, robot: 0, lost: 1, armour: 8 } as const;
const TOUCHED: FlagTouched = {
  type: 'FlagTouched',
  register: 1,
  robot: 0,
  cell: [2, 0],
  flag: 1,
};

function after(happenings: RegisterPreview['happenings'], robot = ROBOT): Preview {
  return { start: ROBOT, registers: [{ register: 1, happenings, robot }] };
}

describe('where a program would lead', () => {
  it('is not told before there is a first card', () => {
    expect(previewText({ start: ROBOT, registers: [] }, [null, CARD, null, null, null])).toBe('');
  });

  it('is told with the way the robot would face', () => {
    expect(previewText(after([]), [CARD, ...NONE.slice(1)])).toBe(
      'If nobody interferes, you end on C1 facing right.',
    );
  });

  it('is told with the flags it would touch and all the armour it would lose', () => {
    expect(previewText(after([DAMAGED, TOUCHED, DAMAGED]), NONE)).toBe(
      'If nobody interferes, you end on C1 facing right. You touch flag 1. Armour lost: 2.',
    );
  });

  it('is told as far as the first empty register, where there are cards behind it', () => {
    expect(previewText(after([]), [CARD, null, null, CARD, null])).toBe(
      'If nobody interferes, you end on C1 facing right. Register 2 is still empty.',
    );
  });

  it('ends where a life would be lost, and that is to be warned of', () => {
    expect(isDeadly(after([TOUCHED], { ...ROBOT, cell: null }))).toBe(true);
    expect(isDeadly(after([TOUCHED]))).toBe(false);
    expect(isDeadly({ start: ROBOT, registers: [] })).toBe(false);
    expect(previewText(after([TOUCHED], { ...ROBOT, cell: null }), NONE)).toBe(
      'This program destroys you in register 1. You touch flag 1.',
    );
  });
});
