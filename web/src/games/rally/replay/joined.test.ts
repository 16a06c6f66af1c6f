import { describe, expect, it } from 'vitest';
import type { Moment } from '../../../playback/replay';
import type { Event, State } from '../../../wire/generated/rally';
import { cardsLaidTogether } from './joined';

const isOne = cardsLaidTogether(['Ann', 'random (bot)', 'random (bot)']);
const card = { card: 'move1', priority: 500 } as const;
const placed = (seat: number): Event => ({ type: 'CardPlaced', seat, register: 1, card });
const ready = (seat: number): Event => ({ type: 'ProgramReady', seat });

function moment(...events: Event[]): Moment<State, Event> {
  return { version: 1, step: 1, isLast: true, at: 0, view: {} as State, events };
}

describe('cardsLaidTogether', () => {
  it('joins the cards of one bot', () => {
    expect(isOne(moment(placed(1)), moment(placed(1)))).toBe(true);
  });

  it('stops at every card of a person, and between two bots', () => {
    expect(isOne(moment(placed(0)), moment(placed(0)))).toBe(false);
    expect(isOne(moment(placed(1)), moment(placed(2)))).toBe(false);
  });

  it('stops where something else happens, or nothing', () => {
    expect(isOne(moment(placed(1)), moment(ready(1)))).toBe(false);
    expect(isOne(moment(placed(1), ready(1)), moment(placed(1)))).toBe(false);
    expect(isOne(moment(), moment(placed(1)))).toBe(false);
  });
});
