// The turn that was played, to be watched: it runs by itself, and can be stepped through.
//
// The match is further already: whoever does not want to wait skips it.

import { store, stored } from '../../../app/storage';
import { preferences } from '../../../app/preferences.svelte';
import type { Event } from '../../../wire/generated/rally';
import { LEAD, seenAfter } from './director';
import { steps, type Standing, type Step } from './steps';

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** A machine that is late catches up, but what is to be seen is seen: at least this part of it. */
const LEAST = 0.5;
export type Speed = (typeof SPEEDS)[number];

/** Which entry of a match tells a turn, and to whom. */
export interface Told {
  version?: number;
  you?: number | null;
}

type Turn = readonly [events: readonly Event[], start: readonly Standing[], told: Told];

export class Resolution {
  steps = $state.raw<readonly Step[]>([]);
  at = $state(0); // how many steps have been shown
  told = $state(0); // how many have been told beside the board: a frame later, while it runs
  isPlaying = $state(false);
  isAwaited = $state(false); // the turn that is on has been asked for: nothing is told before
  isStepped = $state(false); // somebody goes through it step by step
  speed = $state<Speed>(SPEEDS.find((speed) => String(speed) === stored('film')) ?? 1);

  version = 0; // of the entry that tells the turn
  next = $state<number | null>(null); // the turn that follows, unless the match is over

  #start = $state.raw<readonly Standing[]>([]);
  #waiting: Turn | null = null; // begins when this one is over
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0; // when the next step is to be shown, by performance.now()

  readonly step = $derived<Step | null>(this.steps[this.at - 1] ?? null);
  readonly toldStep = $derived<Step | null>(this.steps[this.told - 1] ?? null);
  readonly robots = $derived<readonly Standing[]>(this.step?.robots ?? this.#start);
  // The last step is seen as long as the others before it is over.
  readonly isOver = $derived(this.at === this.steps.length && !this.isPlaying);
  readonly isShowing = $derived(this.isAwaited || (this.steps.length > 0 && !this.isOver));

  /** Where each register begins: it is shown from its first step on. */
  readonly firsts = $derived<ReadonlyMap<number, number>>(
    new Map(
      this.steps
        .flatMap(({ register }, at) => (register ? [[register, at + 1] as const] : []))
        .reverse(),
    ),
  );

  /** Whether an event of the match has been seen: what comes after the film is not told before. */
  hasSeen(version: number, at: number): boolean {
    if (!this.isShowing || version < this.version) return true;
    return version === this.version && at < (this.toldStep?.upTo ?? 0);
  }

  /** How long a motion takes on the screen. */
  get pace(): number {
    return preferences.still ? 0 : Math.min(420, (0.85 * (this.step?.lasts ?? 0)) / this.speed);
  }

  /** Show another turn from its beginning; with reduced motion its end is shown. */
  load(events: readonly Event[], start: readonly Standing[], told: Told = {}): void {
    this.lay(events, start, told);
    if (!preferences.still && !document.hidden) this.play();
  }

  /** The same, but what is being watched is seen to its end first. Of those that wait the latest counts. */
  follow(...turn: Turn): void {
    if (this.isShowing && !this.isAwaited) this.#waiting = turn;
    else this.load(...turn);
  }

  /** Prepare a turn to be watched; its end is shown. */
  lay(events: readonly Event[], start: readonly Standing[], told: Told = {}): void {
    this.#waiting = null;
    this.isAwaited = false;
    this.#start = start;
    this.version = told.version ?? 0;
    this.next = events.find((event) => event.type === 'TurnBegan')?.turn ?? null;
    this.steps = steps(events, start, told.you ?? null);
    this.skip();
  }

  /** Go on where the others are who have watched it for so long; its end stays. */
  goOn(time: number): void {
    const at = seenAfter(this.steps, time * this.speed);
    if (preferences.still || document.hidden || at === this.steps.length) return;
    this.at = this.told = at;
    this.play();
  }

  play(): void {
    clearTimeout(this.#timer);
    if (this.at === this.steps.length) this.at = this.told = 0;
    this.isPlaying = true;
    this.#due = performance.now();
    if (this.at) this.#go();
    else this.#goAfter(LEAD);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
    this.told = this.at;
  }

  forth(): void {
    this.isStepped = true;
    this.jump(Math.min(this.steps.length, this.at + 1));
  }

  back(): void {
    this.isStepped = true;
    this.jump(Math.max(0, this.at - 1));
  }

  skip(): void {
    this.isStepped = false;
    this.jump(this.steps.length);
  }

  /** Whoever goes on has seen enough, of what waits as well. */
  leave(): void {
    if (this.#waiting) this.lay(...this.#waiting);
    else this.skip();
  }

  jump(at: number): void {
    this.at = at;
    this.pause();
    if (at === this.steps.length) this.#goOn();
  }

  /** The turn that has waited is shown as this one was: whoever stepped through it steps on. */
  #goOn(): void {
    const turn = this.#waiting;
    if (!turn) return;
    this.#waiting = null;
    if (!this.isStepped) {
      this.load(...turn);
      return;
    }
    this.lay(...turn);
    this.isStepped = true;
    this.jump(0);
  }

  run(speed: Speed): void {
    this.speed = speed;
    store('film', String(speed));
  }

  /** Words come when robots have begun to move: together they would be too much for one frame. */
  #tellSoon(): void {
    requestAnimationFrame(() => setTimeout(() => (this.told = this.at)));
  }

  readonly #go = (): void => {
    if (this.at === this.steps.length) {
      this.jump(this.at);
      return;
    }
    this.at += 1;
    this.#tellSoon();
    this.#goAfter(this.step?.lasts ?? 0);
  };

  /** Clocks wait for the film: where frames are late, it must not take longer than planned. */
  #goAfter(lasts: number): void {
    const time = lasts / this.speed;
    this.#due += time;
    this.#timer = setTimeout(this.#go, Math.max(LEAST * time, this.#due - performance.now()));
  }
}
