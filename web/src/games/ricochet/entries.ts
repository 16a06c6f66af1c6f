// What entries of a match of Ricochet tell. Pure.

import type { Entry, Event, ProofFailed } from '../../wire/generated/ricochet';

export function endsRound({ type }: Event): boolean {
  const isToken = type === 'TokenWon' || type === 'TokenReturned' || type === 'TokenMissed';
  return isToken || type === 'MatchEnded';
}

export interface FailedProof {
  event: ProofFailed;
  moves: number | null; // that were announced
}

/** The proofs of the last round that have failed, in the order in which they did. */
export function failedProofs(entries: readonly Pick<Entry, 'events'>[]): readonly FailedProof[] {
  const bids = new Map<number, number>();
  const failed: FailedProof[] = [];
  for (const event of entries.flatMap(({ events }) => events)) {
    if (event.type === 'TokenTurned') {
      bids.clear();
      failed.length = 0;
    } else if (event.type === 'BidPlaced') {
      bids.set(event.seat, event.moves);
    } else if (event.type === 'ProofFailed') {
      failed.push({ event, moves: bids.get(event.seat) ?? null });
    }
  }
  return failed;
}
