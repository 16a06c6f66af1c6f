// A puzzle of Rally in sentences: which card went wrong and what came of it, what makes it hard. Pure.

import { m } from '../../../paraglide/messages';
import type { CourseFacts, Kind, ScenarioPlayed } from '../../../wire/generated/rally';
import { cellNamed } from '../board/geometry';
import { cardName } from '../cards';
import { strayedAt } from './task';

const ME = 0; // seats
export const OTHER = 1;

/** A sentence, and what it is about: a robot, or a card. */
export interface RallyComment {
  text: string;
  seat?: number;
  card?: Kind;
}

type Happening = ScenarioPlayed['happenings'][number];

export interface OwnProgram {
  kinds: string; // of one's own cards
  left: readonly (number | null)[]; // registers to the goal, before the first and after each
  solutions: readonly string[];
  played: ScenarioPlayed | null; // null: nobody knows without the server
  kind: string; // what was to be done
  flag: number;
  course: Pick<CourseFacts, 'squares'> | null;
  other: string; // the name of the other robot
}

/** How an attempt went: what happened, and which card it was. */
export function attemptComments(own: OwnProgram): RallyComment[] {
  const strayed = strayedAt(own.left);
  if (strayed === null) return [];
  return [...(own.played ? ends(own, own.played, strayed) : []), ...wrongCard(own, strayed)];
}

function wrongCard({ kinds, solutions }: OwnProgram, register: number): RallyComment[] {
  const cards = kinds.split(' ') as Kind[];
  const begun = cards.slice(0, register - 1).join(' ');
  const best = solutions.find((each) => `${each} `.startsWith(begun && `${begun} `));
  const right = best?.split(' ')[register - 1] as Kind | undefined;
  const card = cards[register - 1];
  if (!card || !right) return [];
  const told = { register, card: cardName(card), right: cardName(right) };
  const before =
    register > 1 ? [{ text: m.ra_say_right({ register: register - 1 }), seat: ME }] : [];
  return [...before, { text: m.ra_say_wrong(told), card: right }];
}

/** What came of it: a robot that was destroyed or stuck, or where it stood in the end. */
function ends(own: OwnProgram, played: ScenarioPlayed, strayed: number): RallyComment[] {
  const { happenings, robots } = played;
  const died = ownDeath(played);
  if (died !== null) return [{ text: died, seat: ME }];
  const stuck = happenings.find(
    (each) => each.type === 'Blocked' && each.robot === ME && (each.register ?? 0) >= strayed,
  );
  const said: RallyComment[] = [];
  if (stuck?.type === 'Blocked')
    said.push({
      text: m.ra_say_stuck({ register: stuck.register ?? strayed, cell: cellNamed(stuck.cell) }),
      seat: ME,
    });
  const end = robots[ME]?.cell;
  const goal = own.course?.squares.find(({ flag }) => flag === own.flag)?.cell;
  if (own.kind === 'flag' && end && goal) {
    const told = { cell: cellNamed(end), flag: own.flag, goal: cellNamed(goal) };
    said.push({ text: m.ra_say_short(told), seat: ME });
  }
  if (own.kind === 'pit' && robots[OTHER]?.cell)
    said.push({ text: m.ra_say_still_there({ name: own.other }), seat: OTHER });
  return said;
}

/** How one's own robot was destroyed; null if it was not. */
export function ownDeath({ happenings }: Pick<ScenarioPlayed, 'happenings'>): string | null {
  const died = happenings.find((each) => each.type === 'Died' && each.robot === ME);
  return died?.type === 'Died' ? destroyed(died) : null;
}

function destroyed({ because, cell: at, register }: Extract<Happening, { type: 'Died' }>): string {
  const told = { cell: cellNamed(at), register: register ?? 0 };
  return {
    pit: m.ra_say_pit,
    edge: m.ra_say_edge,
    press: m.ra_say_press,
    laser: m.ra_say_laser,
  }[because](told);
}

export interface SolvedTask {
  themes: readonly string[];
  length: number; // the register that decides
  hand: number; // cards
  programs: number; // that do it
  played: ScenarioPlayed | null; // the solution
  other: string;
  locale: string;
}

const REGISTERS = 5;
const FEW = 6; // cards of a hand: with more there is some choice

/** What makes a puzzle hard: how few programs do it, and what its themes mean here. */
export function hardComments(task: SolvedTask): RallyComment[] {
  const all = Array.from({ length: REGISTERS }, (_, at) => task.hand - at).reduce((a, b) => a * b);
  const count = Math.round(all / Math.max(1, task.programs)).toLocaleString(task.locale);
  const themed = task.themes.flatMap((theme) => BY_THEME[theme]?.(task) ?? []);
  return [{ text: m.ra_say_rare({ count }), seat: ME }, ...themed];
}

type Say = (told: { register: number }) => string;

const BY_THEME: Readonly<Record<string, (task: SolvedTask) => RallyComment | null>> = {
  belt: (task) =>
    first(task, (each) => each.type === 'Carried' && each.robot === ME, m.ra_say_belt),
  gear: (task) =>
    first(task, (each) => each.type === 'TurnedByGear' && each.robot === ME, m.ra_say_gear),
  pusher: (task) =>
    first(task, (each) => each.type === 'PushedByPusher' && each.robot === ME, m.ra_say_pusher),
  push: (task) =>
    first(
      task,
      (each) => each.type === 'Pushed' && each.by === ME,
      ({ register }) => m.ra_say_push({ register, name: task.other }),
      OTHER,
    ),
  bump: (task) =>
    first(task, (each) => each.type === 'Blocked' && each.robot === ME, m.ra_say_bump),
  damage: ({ played, length }) => {
    const count = (played?.happenings ?? []).reduce((sum, each) => {
      const isMine = each.type === 'Damaged' && each.robot === ME && (each.register ?? 0) <= length;
      return isMine ? sum + each.lost : sum;
    }, 0);
    return count ? { text: m.ra_say_damage({ count }), seat: ME } : null;
  },
  backwards: (task) => card(task, 'back', m.ra_say_backwards),
  'u-turn': (task) => card(task, 'uturn', m.ra_say_uturn),
  'few-cards': ({ hand }) =>
    hand > FEW ? null : { text: m.ra_say_few({ count: hand }), seat: ME },
};

/** The first happening of a kind that matters, in a sentence. */
function first(
  { played, length }: SolvedTask,
  is: (each: Happening) => boolean,
  say: Say,
  seat = ME,
): RallyComment | null {
  const found = played?.happenings.find((each) => (each.register ?? 99) <= length && is(each));
  return found?.register ? { text: say({ register: found.register }), seat } : null;
}

function card(task: SolvedTask, kind: Kind, say: Say): RallyComment | null {
  const said = first(
    task,
    (each) => each.type === 'CardPlayed' && each.robot === ME && each.kind === kind,
    say,
  );
  return said && { text: said.text, card: kind };
}
