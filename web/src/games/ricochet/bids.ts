// The bids of a round, in the order in which they are proved. Pure.

import type { Announced, State } from '../../wire/generated/ricochet';

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
