// A puzzle being tried: cards laid into registers, and the turn that they make as a film.

import { visit } from '../../../app/storage';
import type { Card, Command, Player, ScenarioPlayed } from '../../../wire/generated/rally';
import { post } from '../../../wire/http';
import { Resolution } from '../playback/resolution.svelte';
import { standings } from '../playback/steps';
import { told } from '../playback/told';
import { Programming } from '../programming.svelte';
import { begun, kindsOf, playersOf, programOf, REGISTERS, type RallyTask } from './task';

export class PuzzleTurn extends Programming {
  readonly resolution = new Resolution();
  readonly task: RallyTask;
  played = $state.raw<ScenarioPlayed | null>(null);

  constructor(task: RallyTask) {
    super();
    this.task = task;
    this.reset();
  }

  get players(): readonly Player[] {
    return playersOf(this.task, this.hand, this.draft);
  }

  get robots() {
    return this.played ? this.resolution.robots : standings(this.players);
  }

  get offers(): readonly Command[] {
    if (this.played) return [];
    return [...this.laying, ...(this.isComplete ? [{ type: 'Ready' } satisfies Command] : [])];
  }

  reset(): void {
    this.resolution.pause();
    this.played = null;
    this.take(this.task.hand, REGISTERS);
  }

  /** Keep the cards of an answer, unless it was given before: it tells only their kinds. */
  remember(program: readonly Card[]): void {
    const laid = this.#laid();
    if (!begun(laid, kindsOf(program))) visit.store(this.#key, JSON.stringify([...laid, program]));
  }

  /** The cards of an answer, or of one that begins so, as they were laid if that is known. */
  answered(kinds: string): readonly Card[] {
    return begun(this.#laid(), kinds) ?? programOf(this.task.hand, kinds);
  }

  get #key(): string {
    return `laid ${this.task.hand.map(({ priority }) => priority).join(' ')}`;
  }

  #laid(): readonly (readonly Card[])[] {
    return JSON.parse(visit.stored(this.#key) ?? '[]') as Card[][];
  }

  /** What a program leads to. */
  play(program: readonly Card[]): Promise<ScenarioPlayed> {
    const { scenario } = this.task;
    const robots = scenario.robots.map((robot, seat) =>
      seat ? robot : { ...robot, registers: program },
    );
    return post('/api/rally/scenario', { body: { ...scenario, robots } });
  }

  /** Show the turn that a program makes. */
  async film(program: readonly Card[]): Promise<void> {
    const played = await this.play(program);
    const programs = this.task.scenario.robots.map((_, seat) => (seat ? [] : program));
    this.played = played;
    this.resolution.load(told(played, programs), standings(this.players));
  }
}
