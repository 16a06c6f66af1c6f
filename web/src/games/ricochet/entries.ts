// What entries of a match of Ricochet tell. Pure.

import { m } from '../../paraglide/messages';
import { isAwayAt, type Away } from '../../table/absences';
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
export function failedProofs(entries: readonly Entry[]): readonly FailedProof[] {
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

/** The seats that sit out the last round: their bots begin with the next one. */
export function satOut(entries: readonly Entry[]): readonly number[] {
  const events = entries.flatMap((entry) => entry.events);
  const began = events.findLastIndex(({ type }) => type === 'TokenTurned');
  return events.slice(began + 1).flatMap((one) => (one.type === 'SatOut' ? [one.seat] : []));
}

interface Missing {
  seat: number;
  span: readonly [number, number] | null; // after the first version, up to the second one
  away: readonly Away[];
}

/** What a player is told who was away: what a bot did for them, and what became of their bid. */
export function missedBy({ seat, span, away }: Missing, entries: readonly Entry[]): string[] {
  const [from, to] = span ?? [0, 0];
  const missed = entries.filter(({ version }) => from < version && version <= to);
  const own = missed.flatMap(({ events }) =>
    events.filter((one) => 'seat' in one && one.seat === seat),
  );
  const withdrawn = own.findLast((event) => event.type === 'BidWithdrawn');
  const byBot = missed.filter(({ at }) => isAwayAt(away, seat, at)).flatMap(({ events }) => events);
  let hasBid = false;
  let [bids, won] = [0, 0]; // rounds
  for (const event of byBot) {
    if (event.type === 'TokenTurned') hasBid = false;
    if (event.type === 'TokenWon' && event.seat === seat) won += 1;
    if (event.type !== 'BidPlaced' || event.seat !== seat || hasBid) continue;
    hasBid = true;
    bids += 1;
  }
  return [
    ...(withdrawn ? [m.own_withdrawn({ count: withdrawn.moves })] : []),
    ...(bids ? [m.rc_missed_bids({ count: bids })] : []),
    ...(won ? [m.rc_missed_won({ count: won })] : []),
  ];
}
