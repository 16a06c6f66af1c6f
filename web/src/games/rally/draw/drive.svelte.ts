// A test drive: one robot alone on a course that is being drawn, turn by turn, with cards that the
// server deals. A robot that is lost comes back where it saved last, as good as new.

import type {
  Cell,
  Command,
  Card,
  CourseFacts,
  Heading,
  Player,
  Preview,
  Robot,
  ScenarioPlayed,
} from '../../../wire/generated/rally';
import { get, post } from '../../../wire/http';
import { cellNamed } from '../board/geometry';
import { Resolution } from '../playback/resolution.svelte';
import { standings } from '../playback/steps';
import { padded, told } from '../playback/told';
import { Programming } from '../programming.svelte';
import { previewOf } from './foreseen';

const REGISTERS = 5;
const FRESH = { armour: 9, lives: 3, virtual: false, off: false };
const MOST_SEED = 999_999_999;

export class Drive extends Programming {
  readonly resolution = new Resolution();
  robot = $state.raw<Robot>({ ...FRESH, cell: [0, 0], save: [0, 0], facing: 'n', next_flag: 1 });
  played = $state.raw<ScenarioPlayed | null>(null);
  preview = $state.raw<Preview | null>(null); // where the cards lead that lie in the registers
  turns = $state(0); // that were driven
  #asked = 0;
  readonly #text: string;

  constructor(text: string, start: Cell) {
    super();
    this.#text = text;
    this.robot = { ...this.robot, cell: start, save: start };
  }

  get player(): Player {
    return {
      robot: this.robot,
      registers: this.draft.map(() => null),
      scheduled: false,
      fresh: false,
      lost_at: 0,
      private: { hand: this.hand, draft: this.draft, power_down: false, facing: null, on: null },
    };
  }

  get isFinished(): boolean {
    return this.played?.winners.includes(0) ?? false;
  }

  get offers(): readonly Command[] {
    if (this.played) return [];
    const isReady = this.draft.length > 0 && this.isComplete;
    return [...this.laying, ...(isReady ? [{ type: 'Ready' } satisfies Command] : [])];
  }

  face(facing: Heading): void {
    this.robot = { ...this.robot, facing };
  }

  /** Other cards, and all registers empty. */
  async deal(): Promise<void> {
    const seed = Math.floor(Math.random() * MOST_SEED);
    const { cards } = await get('/api/rally/hand', { query: { seed } });
    this.take(cards, REGISTERS);
  }

  /** The next turn, from where the robot is now. */
  async next(): Promise<void> {
    const [robot] = this.played?.robots ?? [];
    if (robot) this.robot = robot.cell ? robot : { ...robot, ...FRESH, cell: robot.save };
    this.played = null;
    this.resolution.pause();
    await this.deal();
  }

  async play(command: Command): Promise<void> {
    if (command.type === 'Ready') await this.#run();
    else this.lay(command);
  }

  /** Ask where the cards lead, up to the first empty register; only the latest question counts. */
  async foresee(): Promise<void> {
    const asked = ++this.#asked;
    const gap = this.draft.indexOf(null);
    const cards = this.program.slice(0, gap < 0 ? REGISTERS : gap);
    const played = cards.length ? await this.#drive(cards).catch(() => null) : null;
    if (asked === this.#asked) this.preview = played && previewOf(this.robot, played);
  }

  async #run(): Promise<void> {
    const { program } = this;
    const played = await this.#drive(program);
    this.turns += 1;
    this.played = played;
    this.resolution.load(told(played, [program]), standings([this.player]));
  }

  #drive(cards: readonly Card[]): Promise<ScenarioPlayed> {
    const { cell, save, ...robot } = this.robot;
    const stands = { ...robot, cell: cellNamed(cell ?? save), save: cellNamed(save) };
    return post('/api/rally/scenario', {
      body: {
        course: this.#text,
        robots: [{ ...stands, registers: padded(cards) }],
        settings: {},
        from: 1,
        to: cards.length,
        end_of_turn: cards.length === REGISTERS,
      },
    });
  }
}

/** Where the first robot begins; null if the course has no start. */
export function startOn({ squares }: Pick<CourseFacts, 'squares'>): Cell | null {
  const starts = squares.filter(({ start }) => start !== null);
  return starts.toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0))[0]?.cell ?? null;
}
