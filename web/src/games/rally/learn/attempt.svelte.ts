// A lesson being tried: cards laid and taken back, a turn asked of the server, and what came of it.

import { Resolution } from '../playback/resolution.svelte';
import { standings } from '../playback/steps';
import { padded, told } from '../playback/told';
import type {
  Card,
  Cell,
  Command,
  Player,
  Robot,
  ScenarioPlayed,
} from '../../../wire/generated/rally';
import { post } from '../../../wire/http';
import { readCard, type RallyLesson } from './lessons';

const REGISTERS = 5;
const MOST_ARMOUR = 9;
const LIVES = 3;

export class Attempt {
  readonly lesson: RallyLesson;
  readonly resolution = new Resolution();
  hand = $state.raw<readonly Card[]>([]);
  draft = $state.raw<readonly (Card | null)[]>([]);
  isResting = $state(false);
  played = $state.raw<ScenarioPlayed | null>(null);

  readonly #locked: readonly Card[];

  constructor(lesson: RallyLesson) {
    this.lesson = lesson;
    this.#locked = (lesson.locked ?? []).map(readCard);
    this.reset();
  }

  /** All robots at the beginning; one's own is the first. */
  get players(): readonly Player[] {
    const { robot, others = [] } = this.lesson;
    return [robot, ...others].map((stands, seat) => ({
      robot: facts(stands),
      registers: seat ? [] : [...this.draft.map(() => null), ...this.#locked],
      scheduled: false,
      fresh: false,
      lost_at: 0,
      private: {
        hand: seat ? [] : this.hand,
        draft: seat ? [] : [...this.draft, ...this.#locked.map(() => null)],
        power_down: this.isResting,
        facing: null,
        on: null,
      },
    }));
  }

  get start() {
    return standings(this.players);
  }

  /** What can be done with the cards: this is a lesson, nobody plays against anybody. */
  get offers(): readonly Command[] {
    const { played, draft, hand, isResting } = this;
    const { rested } = this.lesson;
    if (played) return [];
    const cards = draft.flatMap((card, at): Command[] =>
      card
        ? [{ type: 'TakeBack', register: at + 1 }]
        : hand.map((held) => ({ type: 'Place', register: at + 1, card: held })),
    );
    const power: Command[] = rested ? [{ type: 'PowerDown', announce: !isResting }] : [];
    const isReady = draft.every(Boolean) && (!rested || isResting);
    return [...cards, ...power, ...(isReady ? [{ type: 'Ready' } satisfies Command] : [])];
  }

  get isReached(): boolean {
    const robot = this.played?.robots[0];
    const { flag, armour } = this.lesson.goal;
    if (!this.played || !robot) return false;
    if (flag !== undefined) return robot.next_flag > flag || this.played.winners.includes(0);
    return robot.armour >= (armour ?? 0);
  }

  reset(): void {
    this.resolution.pause();
    this.resolution.steps = [];
    this.resolution.at = 0;
    this.played = null;
    this.isResting = false;
    this.hand = this.lesson.hand.map(readCard);
    const open = Math.max(0, this.lesson.registers - this.#locked.length);
    this.draft = Array.from({ length: open }, () => null);
  }

  async play(command: Command): Promise<void> {
    switch (command.type) {
      case 'Place': {
        const { card, register } = command;
        this.hand = this.hand.filter(({ priority }) => priority !== card.priority);
        this.draft = this.draft.with(register - 1, card);
        break;
      }
      case 'TakeBack': {
        const card = this.draft[command.register - 1];
        if (card) this.hand = [...this.hand, card];
        this.draft = this.draft.with(command.register - 1, null);
        break;
      }
      case 'PowerDown':
        this.isResting = command.announce;
        break;
      case 'Ready':
        await this.#run();
        break;
      default:
    }
  }

  async #run(): Promise<void> {
    const { lesson } = this;
    const own = [...this.draft.flatMap((card) => card ?? []), ...this.#locked];
    const programs = [
      own,
      ...(lesson.others ?? []).map(({ program = [] }) => program.map(readCard)),
    ];
    const robots = [lesson.robot, ...(lesson.others ?? [])].map((stands, seat) => ({
      ...written(stands),
      ...(seat === 0 && lesson.rested ? { ...lesson.rested, off: true } : {}),
      registers: padded(programs[seat] ?? []),
    }));
    const last = lesson.registers || REGISTERS;
    const played = await post('/api/rally/scenario', {
      body: { course: lesson.course, robots, settings: {}, from: 1, to: last, end_of_turn: false },
    });
    const start = this.start.map((robot, seat) =>
      seat === 0 && lesson.rested ? { ...robot, ...lesson.rested, isOff: true } : robot,
    );
    this.played = played;
    this.resolution.load(told(played, programs), start);
  }
}

function written({ cell, facing, armour = MOST_ARMOUR }: RallyLesson['robot']) {
  const place = { cell, save: cell, facing, armour };
  return { ...place, lives: LIVES, next_flag: 1, virtual: false, off: false };
}

function facts({ cell, facing, armour = MOST_ARMOUR }: RallyLesson['robot']): Robot {
  const at: Cell = [cell.charCodeAt(0) - 65, Number(cell.slice(1)) - 1];
  const place = { cell: at, save: at, facing, armour };
  return { ...place, lives: LIVES, next_flag: 1, virtual: false, off: false };
}
