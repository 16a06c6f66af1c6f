// What a player has missed who was away. Pure.

import { m } from '../../paraglide/messages';
import { isAwayAt, type Away } from '../../table/absences';
import type { Entry } from '../../wire/generated/ricochet';

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
