// The events that concern a seat. Pure.

import type { Event } from '../../wire/generated/rally';

/** What a seat decided, its flags and its deaths; the cards it played are seen in the film. */
export function ownEvents(seat: number, events: readonly Event[]): readonly Event[] {
  return events.filter((event) => {
    switch (event.type) {
      case 'FlagTouched':
      case 'Died':
        return event.robot === seat;
      case 'TimeRanOut':
        return event.seats.includes(seat);
      default:
        return 'seat' in event && event.seat === seat;
    }
  });
}
