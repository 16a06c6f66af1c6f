// The end of a proof that stays on the board for a moment, or until the next round. Pure.

import type { Cell, Event, Round, Slide, State, Target } from '../../wire/generated/ricochet';

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

/** The route that won the round before this pause, as the log has it; null if nobody won it. */
export function wonBefore({ phase, round }: State, rounds: readonly Round[]): Held | null {
  const last = rounds.at(-1);
  const proof = last?.proofs.at(-1);
  if (phase.type !== 'Pause' || !proof || last?.number !== round || last.winner === null)
    return null;
  return { target: last.target, slides: proof.slides, markers: last.robots, isWon: true };
}
