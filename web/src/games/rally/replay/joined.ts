// Which moments of a match are one to the eye: cards are laid and taken back at leisure, and only
// what lies there in the end is of interest. Pure.

import type { Joined } from '../../../playback/replay';
import type { Event, State } from '../../../wire/generated/rally';

const LAYING = new Set<Event['type']>([
  'CardPlaced',
  'CardTakenBack',
  'PowerDownPlanned',
  'ProgramReady',
]);

export const laidTogether: Joined<State, Event> = (here, next) =>
  isLaying(here.events) && isLaying(next.events);

function isLaying(events: readonly Event[]): boolean {
  return events.length > 0 && events.every(({ type }) => LAYING.has(type));
}

/** Who has laid a card or is done, each once; what they laid is seen among the programs. */
export function whoLaid(events: readonly Event[]): number[] {
  const seats = events.flatMap((event) =>
    event.type === 'CardPlaced' || event.type === 'ProgramReady' ? [event.seat] : [],
  );
  return [...new Set(seats)].sort((one, other) => one - other);
}

/** Without what was undone: cards that were taken back, and plans that were changed. */
export function settled(events: readonly Event[]): readonly Event[] {
  return events.filter((event, at) => {
    const later = events.slice(at + 1);
    if (event.type === 'CardTakenBack') return false;
    if (event.type === 'CardPlaced')
      return !later.some(
        (next) =>
          next.type === 'CardTakenBack' &&
          next.seat === event.seat &&
          next.register === event.register,
      );
    if (event.type === 'PowerDownPlanned')
      return !later.some((next) => next.type === event.type && next.seat === event.seat);
    return true;
  });
}
