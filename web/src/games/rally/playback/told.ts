// A turn that was asked of the server outside of a match, as a table would tell it. Pure.

import type { Card, Event, ScenarioPlayed } from '../../../wire/generated/rally';

const REGISTERS = 5;

/** The events of a turn as at a table: each register begins with its cards. */
export function told(played: ScenarioPlayed, programs: readonly (readonly Card[])[]): Event[] {
  return Array.from({ length: played.stopped_at }, (_, at) => at + 1).flatMap(
    (register): Event[] => [
      {
        type: 'RegisterRevealed',
        register,
        cards: programs.map((cards) => cards[register - 1] ?? null),
      },
      ...played.happenings.filter((event) => event.register === register),
    ],
  );
}

/** A scenario has five cards; those after the last register that is played do not matter. */
export function padded(cards: readonly Card[]): readonly Card[] | null {
  const last = cards.at(-1);
  if (!last) return null;
  return Array.from({ length: REGISTERS }, (_, at) => cards[at] ?? last);
}
