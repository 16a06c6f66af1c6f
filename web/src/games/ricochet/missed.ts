// What a player has missed who was away. Pure.

import { m } from '../../paraglide/messages';
import { namesListed } from '../../lobby/names';
import { isAwayAt, type Away } from '../../table/absences';
import { endsRound } from './entries';
import type { Entry } from '../../wire/generated/ricochet';

interface Missing {
  seat: number;
  span: readonly [number, number] | null; // after the first version, up to the second one
  away: readonly Away[];
  round: number; // that is on, or was the last
  name: (seat: number) => string;
}

interface EndedRound {
  round: number;
  winner: number | null;
}

/** The rounds that ended while the player was away, and in which nobody bid for them. */
function missedRounds(
  { seat, span, away, round: last }: Missing,
  entries: readonly Entry[],
): EndedRound[] {
  const [from, to] = span ?? [0, 0];
  const turns = entries
    .flatMap(({ events }) => events)
    .filter(({ type }) => type === 'TokenTurned');
  let round = last - turns.length;
  let hasBid = false;
  const ended: EndedRound[] = [];
  for (const { version, at, events } of entries)
    for (const event of events) {
      if (event.type === 'TokenTurned') [round, hasBid] = [round + 1, false];
      hasBid ||= event.type === 'BidPlaced' && event.seat === seat && isAwayAt(away, seat, at);
      const isMissed = from < version && version <= to && isAwayAt(away, seat, at);
      if (!endsRound(event) || event.type === 'MatchEnded' || !isMissed || hasBid) continue;
      ended.push({ round, winner: event.type === 'TokenWon' ? event.seat : null });
    }
  return ended;
}

function roundsText(ended: readonly EndedRound[], name: (seat: number) => string): string[] {
  const [first] = ended;
  if (!first) return [];
  const rounds = namesListed(ended.map(({ round }) => String(round)));
  if (ended.length > 1) return [m.rc_missed_rounds({ rounds })];
  return [
    first.winner === null
      ? m.rc_missed_round({ round: rounds })
      : m.rc_missed_round_won({ round: rounds, name: name(first.winner) }),
  ];
}

/** What a player is told who was away: what a bot did for them, and what became of their bid. */
export function missedBy(missing: Missing, entries: readonly Entry[]): string[] {
  const { seat, span, away, name } = missing;
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
    ...roundsText(missedRounds(missing, entries), name),
    ...(bids ? [m.rc_missed_bids({ count: bids })] : []),
    ...(won ? [m.rc_missed_won({ count: won })] : []),
  ];
}
