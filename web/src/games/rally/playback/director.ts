// How long each step of a turn is shown: quickly what concerns nobody, slowly what everybody wants
// to see. Pure. The server waits about as long (`film.py`) before it starts a clock.

import type { Event } from '../../../wire/generated/rally';

/** Milliseconds at plain speed. */
const LASTS: Partial<Record<Event['type'], number>> = {
  TimeRanOut: 1400,
  RegisterRevealed: 800,
  CardPlayed: 480,
  Moved: 260,
  Turned: 300,
  Blocked: 360,
  Pushed: 560,
  Carried: 460,
  TurnedByGear: 460,
  PushedByPusher: 520,
  Shot: 620,
  Burnt: 620,
  Damaged: 520,
  Died: 1800,
  FlagTouched: 950,
  Saved: 500,
  MatchEnded: 1100,
  Repaired: 500,
  Returned: 600,
  PowerDownAnnounced: 600,
};
/** For which the programs lie face down: eyes find the board, and all of it is drawn. */
export const LEAD = 500;
const A_STEP = 300;
const DEATH_OF_OTHERS = 950; // nobody has to read a headline
const QUIET = new Set<Event['type']>([
  'CardPlayed',
  'Moved',
  'Turned',
  'Blocked',
  'Carried',
  'TurnedByBelt',
  'BeltBlocked',
  'TurnedByGear',
  'Materialised',
  'Repaired',
]);
const HURRY = 0.6;
const CROWD = 4; // with more robots, each that concerns nobody is shown more quickly

/** How many steps of a film have been seen when it has run for so long. */
export function seenAfter(steps: readonly { lasts: number }[], time: number): number {
  let left = time - LEAD;
  const next = steps.findIndex(({ lasts }) => (left -= lasts) < 0);
  if (time < LEAD) return 0;
  return next < 0 ? steps.length : next + 1;
}

export function lastsOf({ type }: Event): number {
  return LASTS[type] ?? A_STEP;
}

/** What is seen at once lasts as long as the longest of it; whoever only watches sees all alike. */
export function direct(events: readonly Event[], you: number | null, robots: number): number {
  const concernsYou = (event: Event) => you === null || ('robot' in event && event.robot === you);
  const longest = Math.max(
    ...events.map((event) =>
      event.type === 'Died' && !concernsYou(event) ? DEATH_OF_OTHERS : lastsOf(event),
    ),
  );
  const isQuiet = events.every(
    (event) => QUIET.has(event.type) && !('robot' in event && event.robot === you),
  );
  if (!isQuiet) return longest;
  const crowd = Math.min(1, CROWD / robots);
  return Math.round(longest * crowd * (you === null ? 1 : HURRY));
}
