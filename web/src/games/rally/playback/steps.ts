// A turn of Rally as a plan of little steps: pure, so that it can be tested without a screen.

import { turnTo, TURN } from '../board/geometry';
import type { Card, Cell, Event, Player } from '../../../wire/generated/rally';

/** The stages of a register in their order (D2), and what comes after the last one. */
export const STAGES = [
  'reveal',
  'moves',
  'belts',
  'pushers',
  'gears',
  'presses',
  'lasers',
  'flags',
  'end',
] as const;
export type Stage = (typeof STAGES)[number];

/** A robot as it is drawn. A lost one is still known to have been somewhere. */
export interface Standing {
  cell: Cell;
  turn: number | null; // degrees from north; null while nobody knows
  armour: number;
  lives: number;
  nextFlag: number;
  isVirtual: boolean;
  isOff: boolean;
  isLost: boolean;
}

/** An event in its place. */
export interface Scene {
  event: Event;
  stage: Stage;
  register: number | null; // null is before the first one, or after the last
  cards: readonly (Card | null)[]; // that lie open in this register, by seat
  robot: number | null; // whom it is about
  lasts: number; // milliseconds at plain speed
  isShown: boolean;
}

export interface Step extends Omit<Scene, 'isShown'> {
  robots: readonly Standing[]; // after this step
}

const STAGE_OF: Partial<Record<Event['type'], Stage>> = {
  RegisterRevealed: 'reveal',
  CardPlayed: 'moves',
  Turned: 'moves',
  Moved: 'moves',
  Carried: 'belts',
  TurnedByBelt: 'belts',
  BeltBlocked: 'belts',
  PushedByPusher: 'pushers',
  TurnedByGear: 'gears',
  Burnt: 'lasers',
  Shot: 'lasers',
  Damaged: 'lasers',
  FlagTouched: 'flags',
  Saved: 'flags',
  MatchEnded: 'flags',
  Repaired: 'end',
  Materialised: 'end',
  Returned: 'end',
  PoweredDown: 'end',
  PoweredUp: 'end',
};
const LASTS: Partial<Record<Event['type'], number>> = {
  RegisterRevealed: 900,
  CardPlayed: 500,
  Shot: 500,
  Burnt: 400,
  Damaged: 350,
  Died: 800,
  FlagTouched: 900,
  MatchEnded: 900,
  PowerDownAnnounced: 600,
};
const A_STEP = 300;

export function standings(players: readonly Player[]): Standing[] {
  return players.map(({ robot, fresh }) => ({
    cell: robot.cell ?? robot.save,
    turn: fresh ? null : TURN[robot.facing],
    armour: robot.armour,
    lives: robot.lives,
    nextFlag: robot.next_flag,
    isVirtual: robot.virtual,
    isOff: robot.off,
    isLost: robot.cell === null,
  }));
}

/** The same, turned on from where they stood: nobody spins round the long way. */
export function following(before: readonly Standing[], players: readonly Player[]): Standing[] {
  return standings(players).map((robot, seat) => {
    const [was, facing] = [before[seat], players[seat]?.robot.facing];
    const turn =
      robot.turn === null || !facing || was === undefined || was.turn === null
        ? robot.turn
        : turnTo(was.turn, facing);
    // A lost robot stays where it was seen last.
    return { ...robot, turn, cell: robot.isLost && was ? was.cell : robot.cell };
  });
}

/** Whether registers were played. */
export function isResolution(events: readonly Event[]): boolean {
  return events.some(({ type }) => type === 'RegisterRevealed');
}

/** What happened in a turn, one robot at a time. Nothing is judged: events say what came of it. */
export function steps(events: readonly Event[], start: readonly Standing[]): Step[] {
  let robots = start;
  return staged(events).flatMap(({ isShown, ...scene }) => {
    robots = after(robots, scene.event);
    return isShown ? [{ ...scene, robots }] : [];
  });
}

/** Every event with its place in the turn, and whether it is a step of its own. */
export function staged(events: readonly Event[]): Scene[] {
  let [stage, register]: [Stage, number | null] = ['reveal', null];
  let cards: readonly (Card | null)[] = [];
  return events.map((event, at) => {
    if (event.type === 'RegisterRevealed') ({ register, cards } = event);
    if (isBehindRegisters(event)) [register, cards] = [null, []];
    stage = stageOf(event, stage, events.slice(at + 1));
    const robot = 'robot' in event ? event.robot : 'seat' in event ? event.seat : null;
    const isShown = SHOWN.has(event.type) || STAGE_OF[event.type] !== undefined;
    const lasts = LASTS[event.type] ?? A_STEP;
    return { event, stage, register, cards, robot, lasts, isShown };
  });
}

const SHOWN = new Set<Event['type']>(['PowerDownAnnounced', 'Faced', 'Pushed', 'Blocked', 'Died']);

function isBehindRegisters(event: Event): boolean {
  if (event.type === 'TurnEnded' || event.type === 'Returned') return true;
  return 'robot' in event && event.register === null;
}

function stageOf(event: Event, before: Stage, coming: readonly Event[]): Stage {
  switch (event.type) {
    case 'Pushed': {
      // The event of the pushed robot comes first; that of the pushing one follows it.
      const mover = coming.find(({ type }) => type === 'Moved' || type === 'PushedByPusher');
      return mover ? (STAGE_OF[mover.type] ?? before) : before;
    }
    case 'Blocked':
      return before === 'moves' || before === 'reveal' ? 'moves' : 'pushers';
    case 'Died':
      if (event.because === 'press') return 'presses';
      return event.because === 'laser' ? 'lasers' : before;
    default:
      return STAGE_OF[event.type] ?? before;
  }
}

function after(robots: readonly Standing[], event: Event): readonly Standing[] {
  const change = (seat: number, changes: Partial<Standing>) =>
    robots.map((robot, at) => (at === seat ? { ...robot, ...changes } : robot));
  switch (event.type) {
    case 'Moved':
    case 'Pushed':
    case 'Carried':
    case 'PushedByPusher':
      return event.end ? change(event.robot, { cell: event.end }) : robots;
    case 'Turned':
    case 'TurnedByBelt':
    case 'TurnedByGear':
      return change(event.robot, {
        turn: turnTo(robots[event.robot]?.turn ?? TURN[event.facing], event.facing),
      });
    case 'Faced':
      return change(event.seat, { turn: TURN[event.facing] });
    case 'Damaged':
    case 'Repaired':
      return change(event.robot, { armour: event.armour });
    case 'FlagTouched':
      return change(event.robot, { nextFlag: event.flag + 1 });
    case 'Died':
      return change(event.robot, { lives: event.lives, armour: 0, isLost: true });
    case 'Materialised':
      return change(event.robot, { isVirtual: false });
    case 'Returned': {
      const { cell, armour, virtual } = event;
      const back = { cell, armour, isVirtual: virtual, isOff: false, isLost: false, turn: null };
      return change(event.seat, back);
    }
    case 'PoweredDown':
      return change(event.seat, { isOff: true });
    case 'PoweredUp':
      return change(event.seat, { isOff: false });
    default:
      return robots;
  }
}
