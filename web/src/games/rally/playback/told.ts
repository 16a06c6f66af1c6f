// A turn that was asked of the server outside of a match, as a table would tell it. Pure.

import type { Card, Event, ScenarioPlayed } from '../../../wire/generated/rally';

const REGISTERS = 5;

/** The events of a turn as at a table: each register begins with its cards. Whoever was destroyed
    in an earlier one plays no more of theirs. */
export function told(played: ScenarioPlayed, programs: readonly (readonly Card[])[]): Event[] {
  return Array.from({ length: played.stopped_at }, (_, at) => at + 1).flatMap(
    (register): Event[] => [
      {
        type: 'RegisterRevealed',
        register,
        cards: programs.map((cards, seat) =>
          fallIn(played, seat) < register ? null : (cards[register - 1] ?? null),
        ),
      },
      ...played.happenings.filter((event) => event.register === register),
    ],
  );
}

/** The register in which a robot was destroyed; none is behind all of them. */
export function fallIn({ happenings }: ScenarioPlayed, seat: number): number {
  const died = happenings.find((event) => event.type === 'Died' && event.robot === seat);
  return died?.register ?? REGISTERS;
}

/** A scenario has five cards; those after the last register that is played do not matter. */
export function padded(cards: readonly Card[]): readonly Card[] | null {
  const last = cards.at(-1);
  if (!last) return null;
  return Array.from({ length: REGISTERS }, (_, at) => cards[at] ?? last);
}
