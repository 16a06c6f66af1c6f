// A lesson being tried: cards laid and taken back, a turn asked of the server, and what came of it.

import { cellAt } from '../board/geometry';
import { Resolution } from '../playback/resolution.svelte';
import { standings } from '../playback/steps';
import { padded, told } from '../playback/told';
import { Programming } from '../programming.svelte';
import type { Card, Command, Player, Robot, ScenarioPlayed } from '../../../wire/generated/rally';
import { post } from '../../../wire/http';
import { readCard, type RallyLesson } from './lessons';

const REGISTERS = 5;
const MOST_ARMOUR = 9;
const LIVES = 3;

export class Attempt extends Programming {
  readonly lesson: RallyLesson;
  readonly resolution = new Resolution();
  isResting = $state(false);
  played = $state.raw<ScenarioPlayed | null>(null);

  readonly #locked: readonly Card[];

  constructor(lesson: RallyLesson) {
    super();
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
    const { played, isResting } = this;
    const { rested } = this.lesson;
    if (played) return [];
    const power: Command[] = rested ? [{ type: 'PowerDown', announce: !isResting }] : [];
    const isReady = this.isComplete && (!rested || isResting);
    return [...this.laying, ...power, ...(isReady ? [{ type: 'Ready' } satisfies Command] : [])];
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
    const open = Math.max(0, this.lesson.registers - this.#locked.length);
    this.take(this.lesson.hand.map(readCard), open);
  }

  async play(command: Command): Promise<void> {
    if (command.type === 'Ready') await this.#run();
    else if (command.type === 'PowerDown') this.isResting = command.announce;
    else this.lay(command);
  }

  async #run(): Promise<void> {
    const { lesson } = this;
    const own = [...this.program, ...this.#locked];
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
  const at = cellAt(cell);
  const place = { cell: at, save: at, facing, armour };
  return { ...place, lives: LIVES, next_flag: 1, virtual: false, off: false };
}
