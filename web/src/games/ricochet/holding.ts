// The end of a proof that is held on the board for a moment. Pure.

import type { Cell, Event, Slide, State, Target } from '../../wire/generated/ricochet';

export interface Held {
  target: Target;
  slides: readonly Slide[]; // the whole route
  markers: readonly Cell[];
  isWon: boolean;
}

/** The end of a proof that these events bring about; null if they bring none. */
export function heldBy(events: readonly Event[], { phase, markers }: State): Held | null {
  const isWon = events.some(({ type }) => type === 'TokenWon');
  const isFailed = events.some(({ type }) => type === 'ProofFailed');
  if (phase.type !== 'Proving' || !(isWon || isFailed)) return null;
  const made = events.flatMap((event) => (event.type === 'RobotSlid' ? [event.slide] : []));
  return { target: phase.target, slides: [...phase.slides, ...made], markers, isWon };
}
