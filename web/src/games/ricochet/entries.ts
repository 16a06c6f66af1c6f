// What entries of a match of Ricochet tell. Pure.

import type { Entry, Event } from '../../wire/generated/ricochet';

export function endsRound({ type }: Event): boolean {
  const isToken = type === 'TokenWon' || type === 'TokenReturned' || type === 'TokenMissed';
  return isToken || type === 'MatchEnded';
}

/** How long after its token was turned up each seat made the bid that stands, in the last round. */
export function bidTimes(entries: readonly Entry[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let began: number | null = null;
  for (const { at, events } of entries)
    for (const event of events) {
      if (event.type === 'TokenTurned') {
        began = at;
        times.clear();
      } else if (event.type === 'BidPlaced' && began !== null) {
        times.set(event.seat, at - began);
      } else if (event.type === 'BidWithdrawn') {
        times.delete(event.seat);
      }
    }
  return times;
}

/** What a seat did; single slides are left out. */
export function ownEvents(seat: number, events: readonly Event[]): readonly Event[] {
  return events.filter(
    (event) => event.type !== 'ProofBegan' && 'seat' in event && event.seat === seat,
  );
}
