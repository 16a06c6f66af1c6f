// A match as a race: who touched which flag in which turn. Pure.

import type { Standings } from '../../../wire/generated/rally';

export interface Touch {
  flag: number;
  seat: number;
  turn: number;
  isFirst: boolean; // nobody was at this flag before
}

const ROOM = 12; // with more, only those who were first at a flag are told

/** All touches in their order; of one turn, the robot that came in better is first. */
export function raceOf({ seats, tallies }: Standings): Touch[] {
  const touches = seats
    .flatMap((seat) =>
      (tallies[seat]?.flags ?? []).map((turn, at) => ({ flag: at + 1, seat, turn })),
    )
    .toSorted((one, other) => one.turn - other.turn || one.flag - other.flag);
  const seen = new Map<number, number>(); // in which turn a flag was touched first
  const race = touches.map((touch) => {
    const first = seen.get(touch.flag) ?? touch.turn;
    seen.set(touch.flag, first);
    return { ...touch, isFirst: first === touch.turn };
  });
  return race.length > ROOM ? race.filter(({ isFirst }) => isFirst).slice(0, ROOM) : race;
}
