import { describe, expect, it } from 'vitest';
import type { Event } from '../../../wire/generated/rally';
import { soundOf } from './sounds';

const at = { register: 1, robot: 0 };
const died = (because: 'pit' | 'laser'): Event => ({
  type: 'Died',
  ...at,
  cell: [0, 0],
  because,
  lives: 2,
});
const moved: Event = { type: 'Moved', ...at, start: [0, 0], end: [1, 0], heading: 'e' };

describe('soundOf', () => {
  it('is the loudest of what happens at once', () => {
    expect(soundOf([moved, died('pit')])).toEqual(soundOf([died('pit')]));
    expect(soundOf([died('pit')])).not.toEqual(soundOf([died('laser')]));
    expect(soundOf([moved])).not.toEqual(soundOf([died('laser')]));
  });

  it('is nothing where nothing is heard', () => {
    expect(soundOf([{ type: 'TurnEnded' }])).toEqual([]);
  });
});
