// What flashes on the board in a step. Pure.

import type { Cell, Event } from '../../../wire/generated/rally';

export interface Effects {
  shots: readonly (readonly [from: Cell, to: Cell])[];
  hits: readonly number[]; // robots that lose armour
  bangs: readonly { cell: Cell; isCrushed: boolean }[]; // where robots are destroyed on the board
  bumps: readonly number[]; // robots that meet others, or a wall
  flags: readonly Cell[]; // that are touched
}

export function effectsOf(events: readonly Event[]): Effects {
  return {
    shots: events.flatMap((one) => (one.type === 'Shot' ? [[one.start, one.end] as const] : [])),
    hits: events.flatMap((one) =>
      one.type === 'Damaged' || one.type === 'Burnt' ? one.robot : [],
    ),
    bangs: events.flatMap((one) =>
      one.type === 'Died' && (one.because === 'laser' || one.because === 'press')
        ? [{ cell: one.cell, isCrushed: one.because === 'press' }]
        : [],
    ),
    bumps: events.flatMap((one) =>
      one.type === 'Pushed' || one.type === 'Blocked' ? [one.robot] : [],
    ),
    flags: events.flatMap((one) => (one.type === 'FlagTouched' ? [one.cell] : [])),
  };
}
