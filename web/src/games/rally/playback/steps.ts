// A turn of Rally as a plan of little steps: pure, so that it can be tested without a screen.

import { turnTo, TURN } from '../board/geometry';
import { direct, lastsOf } from './director';
import type { Card, Cell, Event, Heading, Kind, Player } from '../../../wire/generated/rally';

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
  save: Cell; // where it will come back
  beyond: Heading | null; // it hangs over the edge on that side
  isVirtual: boolean;
  isOff: boolean;
  isLost: boolean;
}

/** A card that is being played: whose, and how many of its steps are made. */
export interface Acting {
  seat: number;
  card: Card;
  made: number;
}

/** An event in its place. */
export interface Scene {
  event: Event;
  stage: Stage;
  register: number | null; // null is before the first one, or after the last
  cards: readonly (Card | null)[]; // that lie open in this register, by seat
  robot: number | null; // whom it is about
  lasts: number; // milliseconds at plain speed
  isShown: boolean; // with it, all is seen that happens at once
}

/** What is seen at once: a step of a robot, or what happens to all of them together (R33, R41). */
export interface Step extends Omit<Scene, 'isShown'> {
  events: readonly Event[];
  upTo: number; // how many events of the turn have been seen with it
  later: number; // turns, where nobody had to choose anything between two of them
  robots: readonly Standing[]; // after this step
  acting: Acting | null;
  done: readonly number[]; // seats whose card of this register has been played
  table: readonly (readonly (Card | null)[])[]; // cards that lie open, by register, then by seat
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
/** How far a card moves a robot. */
export const REACH: Record<Kind, number> = {
  move1: 1,
  move2: 2,
  move3: 3,
  back: 1,
  left: 0,
  right: 0,
  uturn: 0,
};

export function standings(players: readonly Player[]): Standing[] {
  return players.map(({ robot, fresh }) => ({
    cell: robot.cell ?? robot.save,
    turn: fresh ? null : TURN[robot.facing],
    armour: robot.armour,
    lives: robot.lives,
    nextFlag: robot.next_flag,
    save: robot.save,
    beyond: null,
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

/** What happened in a turn. Nothing is judged: events say what came of it. */
export function steps(
  events: readonly Event[],
  start: readonly Standing[],
  you: number | null = null,
): Step[] {
  let robots = start;
  let seen: Event[] = [];
  let [acting, done]: [Acting | null, readonly number[]] = [null, []];
  let table: readonly (readonly (Card | null)[])[] = [];
  let later = 0;
  return staged(events).flatMap(({ isShown, ...scene }, at) => {
    const { event, stage, cards } = scene;
    robots = after(robots, event);
    if (isToBeSeen(event)) seen.push(event);
    if (event.type === 'RegisterRevealed') {
      if (event.register === 1 && table.length) [later, table] = [later + 1, []];
      table = [...table, cards];
    }
    [acting, done] = played(event, stage, acting, done, cards);
    if (!isShown) return [];
    const together = seen;
    seen = [];
    const lasts = direct(together, you, robots.length);
    const about = new Set(together.flatMap(robotOf));
    const robot = stage === 'moves' || about.size === 1 ? scene.robot : null;
    return [
      {
        ...scene,
        robot,
        lasts,
        events: together,
        upTo: at + 1,
        later,
        robots,
        acting,
        done,
        table,
      },
    ];
  });
}

/** Whose card is in play, and whose cards are behind them in this register. */
function played(
  event: Event,
  stage: Stage,
  acting: Acting | null,
  done: readonly number[],
  cards: readonly (Card | null)[],
): [Acting | null, readonly number[]] {
  if (event.type === 'RegisterRevealed') return [null, []];
  const before = acting && !done.includes(acting.seat) ? [...done, acting.seat] : done;
  if (event.type === 'CardPlayed') {
    const card = cards[event.robot];
    return [card ? { seat: event.robot, card, made: 0 } : null, before];
  }
  if (stage !== 'moves') return [null, before];
  if (event.type === 'Moved' && acting?.seat === event.robot)
    return [{ ...acting, made: acting.made + 1 }, done];
  return [acting, done];
}

/** Every event with its place in the turn, and whether something is seen as a whole with it. */
export function staged(events: readonly Event[]): Scene[] {
  let [stage, register]: [Stage, number | null] = ['reveal', null];
  let cards: readonly (Card | null)[] = [];
  const scenes = events.map((event, at): Scene => {
    if (event.type === 'RegisterRevealed') ({ register, cards } = event);
    if (isBehindRegisters(event)) [register, cards] = [null, []];
    stage = stageOf(event, stage, events.slice(at + 1));
    const isShown = isToBeSeen(event);
    const robot = robotOf(event)[0] ?? null;
    return { event, stage, register, cards, robot, lasts: lastsOf(event), isShown };
  });
  return joined(scenes);
}

/** What happens at once is shown with the last of its events. */
function joined(scenes: readonly Scene[]): Scene[] {
  let group: Scene[] = [];
  const ends = new Set<Scene>();
  for (const scene of scenes.filter(({ isShown }) => isShown)) {
    const last = group.at(-1);
    if (!last || !isOne(group, scene)) {
      if (last) ends.add(last);
      group = [];
    }
    group.push(scene);
  }
  const last = group.at(-1);
  if (last) ends.add(last);
  return scenes.map((scene) => ({ ...scene, isShown: ends.has(scene) }));
}

/** Whether something is seen together with what comes before it. */
function isOne(group: readonly Scene[], { event, stage, register }: Scene): boolean {
  const last = group.at(-1);
  if (last?.stage !== stage || last.register !== register) return false;
  const has = (...types: Event['type'][]) =>
    group.some((scene) => types.includes(scene.event.type));
  const isLoss = (type: Event['type']) => type === 'Damaged' || type === 'Died';
  switch (stage) {
    case 'moves': // a robot and those it pushes
      return has('Pushed') && !has('Moved', 'Blocked');
    case 'belts': // R41; but what rides twice does so one step after the other (R40)
      return !group.some(
        (scene) =>
          ['Carried', 'BeltBlocked'].includes(event.type) &&
          ['Carried', 'BeltBlocked'].includes(scene.event.type) &&
          String(robotOf(scene.event)) === String(robotOf(event)),
      );
    case 'lasers': // R43: all are fired before anybody counts
      return isLoss(last.event.type) === isLoss(event.type);
    case 'pushers':
    case 'gears':
    case 'presses':
      return true;
    case 'flags':
      return event.type !== 'MatchEnded';
    default:
      return event.type === last.event.type && event.type !== 'RegisterRevealed';
  }
}

export function robotOf(event: Event): number[] {
  return 'robot' in event ? [event.robot] : 'seat' in event ? [event.seat] : [];
}

const SHOWN = new Set<Event['type']>([
  'PowerDownAnnounced',
  'TimeRanOut',
  'Faced',
  'Pushed',
  'Blocked',
  'Died',
]);

function isToBeSeen({ type }: Event): boolean {
  return SHOWN.has(type) || STAGE_OF[type] !== undefined;
}

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

export function after(robots: readonly Standing[], event: Event): readonly Standing[] {
  const change = (seat: number, changes: Partial<Standing>) =>
    robots.map((robot, at) => (at === seat ? { ...robot, ...changes } : robot));
  switch (event.type) {
    case 'Moved':
    case 'Pushed':
    case 'Carried':
    case 'PushedByPusher':
      return change(event.robot, event.end ? { cell: event.end } : { beyond: event.heading });
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
    case 'Saved':
      return change(event.robot, { save: event.cell });
    case 'Died':
      return change(event.robot, { lives: event.lives, armour: 0, isLost: true });
    case 'Materialised':
      return change(event.robot, { isVirtual: false });
    case 'Returned': {
      const { cell, armour, virtual } = event;
      const back = { cell, armour, beyond: null, isVirtual: virtual, isOff: false, isLost: false };
      return change(event.seat, { ...back, turn: null });
    }
    case 'PoweredDown':
      return change(event.seat, { isOff: true });
    case 'PoweredUp':
      return change(event.seat, { isOff: false });
    default:
      return robots;
  }
}
