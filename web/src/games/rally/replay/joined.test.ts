import { describe, expect, it } from 'vitest';
import type { Moment } from '../../../playback/replay';
import type { Event, State } from '../../../wire/generated/rally';
import { laidTogether, settled, whoLaid } from './joined';

const placed = (seat: number, register: number): Event => ({
  type: 'CardPlaced',
  seat,
  register,
  card: { card: 'move1', priority: 500 + register },
});
const taken = (seat: number, register: number): Event => ({
  type: 'CardTakenBack',
  seat,
  register,
});
const began: Event = { type: 'ProgrammingBegan' } as Event;
const ready: Event = { type: 'ProgramReady', seat: 0 };
const moment = (...events: Event[]) => ({ events }) as unknown as Moment<State, Event>;

describe('cards', () => {
  it('that are laid and taken back are one moment, whoever lays them', () => {
    expect(laidTogether(moment(placed(0, 1)), moment(taken(0, 1)))).toBe(true);
    expect(laidTogether(moment(placed(0, 1)), moment(placed(1, 1)))).toBe(true);
    expect(laidTogether(moment(placed(0, 1)), moment(ready))).toBe(true);
    expect(laidTogether(moment(ready), moment(began))).toBe(false);
  });

  it('are told of all together, each once', () => {
    expect(whoLaid([placed(1, 1), placed(0, 1), placed(1, 2), ready])).toEqual([0, 1]);
    expect(whoLaid([began])).toEqual([]);
  });

  it('are told as they lie there in the end', () => {
    const last = placed(0, 1);

    expect(settled([placed(0, 1), placed(0, 2), taken(0, 1), last])).toEqual([placed(0, 2), last]);
    expect(settled([ready])).toEqual([ready]);
  });
});
