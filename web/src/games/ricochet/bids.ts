// The bids of a round, in the order in which they are proved. Pure.

import { m } from '../../paraglide/messages';
import type { Announced, Round, State } from '../../wire/generated/ricochet';
import type { FailedProof } from './entries';

/** RC14: the lowest first, as it will be proved, or would be if the time were up now. */
export function standingBids(view: State): readonly Announced[] {
  const { phase, settings, won } = view;
  if (phase.type === 'Proving') return phase.queue;
  if (phase.type !== 'Bidding') return [];
  const tokens = ({ seat }: Announced) =>
    settings.ties === 'fewer tokens' ? (won[seat]?.length ?? 0) : 0;
  return phase.bids.toSorted(
    (one, other) => one.moves - other.moves || tokens(one) - tokens(other),
  );
}

/** The last word of everybody in a round that is over, the lowest first. */
export function lastBids({ bids }: Pick<Round, 'bids'>): readonly Announced[] {
  const last = new Map(bids.map(({ seat, moves }) => [seat, moves]));
  return [...last]
    .map(([seat, moves]) => ({ seat, moves }))
    .toSorted((one, other) => one.moves - other.moves);
}

export interface PlayerRow {
  seat: number;
  moves: number | null; // that were bid
  hasFailed: boolean; // to show them
}

/** Bids, and after them those whose proof failed. */
export function bidRows(
  bids: readonly Announced[],
  failed: readonly FailedProof[],
): readonly PlayerRow[] {
  const tried = failed.map(({ event, moves }) => ({ seat: event.seat, moves, hasFailed: true }));
  const standing = bids.filter(({ seat }) => !tried.some((row) => row.seat === seat));
  return [...standing.map((bid) => ({ ...bid, hasFailed: false })), ...tried];
}

/** Everybody: those who will show, the first one first, those whose proof failed, and the others,
    by their tokens: during a round these do not change, so nobody else moves. */
export function playerRows(view: State, failed: readonly FailedProof[]): readonly PlayerRow[] {
  const { phase, won } = view;
  const told = bidRows(standingBids(view), phase.type === 'Proving' ? failed : []);
  const others = [...won.keys()]
    .filter((seat) => !told.some((row) => row.seat === seat))
    .toSorted((one, other) => (won[other]?.length ?? 0) - (won[one]?.length ?? 0));
  return [...told, ...others.map((seat) => ({ seat, moves: null, hasFailed: false }))];
}

/** The first word of a name that is in nobody else’s, for where there is little room. */
export function shortName(name: string, others: readonly string[]): string {
  const words = name.split(' ').filter(({ length }) => length > 2);
  return words.find((word) => !others.some((other) => other.split(' ').includes(word))) ?? name;
}

/** Whether equal bids stand, so that it has to be told who shows first. */
export function isAnyEqual(rows: readonly Pick<PlayerRow, 'moves'>[]): boolean {
  return new Set(rows.map(({ moves }) => moves)).size < rows.length;
}

/** RC14: how equal bids are put in order, where there are any. */
export function tieRule(view: State): string | null {
  if (!isAnyEqual(standingBids(view))) return null;
  const { ties } = view.settings;
  return `${m.set_ties()}: ${ties === 'fewer tokens' ? m.set_ties_fewer() : m.set_ties_first()}`;
}

/** The most moves that a seat could bid to come first as bids stand; null while there are none. */
export function firstUpTo(view: State, seat: number | null): number | null {
  const [lowest] = standingBids(view);
  if (!lowest) return null;
  const tokens = (of: number) => view.won[of]?.length ?? 0;
  const isFirstOfEqual =
    view.settings.ties === 'fewer tokens' && seat !== null && tokens(seat) < tokens(lowest.seat);
  return isFirstOfEqual ? lowest.moves : lowest.moves - 1;
}
