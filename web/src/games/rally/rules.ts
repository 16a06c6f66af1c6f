// The number of the rule by which something happened. A test compares it with the rules.

import type { CourseFacts, Died, Event, MatchEnded } from '../../wire/generated/rally';
import { isAtEdge } from './edge';

const RULES: Partial<Record<Event['type'], string>> = {
  CardPlayed: 'R39',
  Turned: 'R15',
  Moved: 'D4',
  Pushed: 'R29',
  Blocked: 'R29',
  Carried: 'R40',
  TurnedByBelt: 'R6',
  BeltBlocked: 'R42',
  PushedByPusher: 'R9',
  TurnedByGear: 'R13',
  Burnt: 'R10',
  Shot: 'R19',
  Damaged: 'R43',
  FlagTouched: 'R3',
  Saved: 'R23',
  Repaired: 'R45',
  Materialised: 'R32',
  TurnBegan: 'R35',
  PoweredDown: 'R26',
  PoweredUp: 'R25',
  Returned: 'R23',
  Faced: 'R34',
  RegisterFilled: 'D27',
  ProgramReady: 'R36',
  LastPlayerTimed: 'D31',
  StallTimed: 'D31',
  TimeRanOut: 'D31',
  PowerDownAnnounced: 'D22',
  RegisterRevealed: 'R39',
  TurnEnded: 'R38',
  EndAgreed: 'D47',
  PlayOnSaid: 'D47',
  OfferDeclined: 'D47',
  Abstained: 'D47',
  Resigned: 'D48',
  AbortAgreed: 'D49',
};
const DEATHS: Record<Died['because'], string> = {
  pit: 'R4',
  edge: 'D3',
  press: 'R8',
  laser: 'R20',
};
const ENDED_BY_PLAYERS: Record<string, string> = {
  'ended by agreement': 'D47',
  'ended while a player was away': 'D47',
  'all others have resigned': 'D48',
  resigned: 'D48',
  'aborted by agreement': 'D49',
};
const ENDS: Record<string, string> = {
  'touched the last flag': 'R46',
  'the only robot with a life left': 'D33',
  'no robot has a life left': 'D34',
};
const WALL = 'R14';
const EDGE = DEATHS.edge;

export function ruleOf(event: Event, course: CourseFacts | null): string | null {
  if (event.type === 'MatchEnded') return ruleOfEnd(event);
  if (event.type === 'Died') return DEATHS[event.because];
  if (
    (event.type === 'Blocked' && event.stuck === null) ||
    (event.type === 'BeltBlocked' && event.by === 'wall')
  )
    return course && isAtEdge(event, course) ? EDGE : WALL;
  return RULES[event.type] ?? null;
}

function ruleOfEnd({ because, winners }: MatchEnded): string {
  return ENDED_BY_PLAYERS[because] ?? (winners.length > 1 ? 'R47' : (ENDS[because] ?? 'D45'));
}
