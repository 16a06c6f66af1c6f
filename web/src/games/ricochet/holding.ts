// The end of a proof that is held on the board for a moment. Pure.

import type { Cell, Event, Slide, State, Target } from '../../wire/generated/ricochet';
import { sliding } from './playback/timeline';

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

/** How long the slides of these events take to be seen. */
export function slidesLast(events: readonly Event[]): number {
  return events.reduce(
    (sum, event) => sum + (event.type === 'RobotSlid' ? sliding(event.slide).lasts : 0),
    0,
  );
}
