// Which moments of a match are one to the eye: a bot lays its cards all at once. Pure.

import { botOf } from '../../../lobby/names';
import type { Joined } from '../../../playback/replay';
import type { Event, State } from '../../../wire/generated/rally';

/** By what the match calls its players. */
export function cardsLaidTogether(players: readonly string[]): Joined<State, Event> {
  return (here, next) => {
    const seat = layer(here.events);
    return seat !== null && seat === layer(next.events) && botOf(players[seat] ?? '') !== null;
  };
}

/** Who lays cards, if nothing else happens. */
function layer(events: readonly Event[]): number | null {
  const seats = new Set(events.map((event) => (event.type === 'CardPlaced' ? event.seat : null)));
  return seats.size === 1 ? ([...seats][0] ?? null) : null;
}
