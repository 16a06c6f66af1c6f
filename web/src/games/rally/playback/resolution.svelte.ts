// The turn that was played, to be watched: it runs by itself, and can be stepped through.
//
// The match is further already: nobody has to wait for the end of it.

import { store, stored } from '../../../app/storage';
import { preferences } from '../../../app/preferences.svelte';
import type { Event } from '../../../wire/generated/rally';
import { steps, type Standing, type Step } from './steps';

export const SPEEDS = [1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

export class Resolution {
  steps = $state.raw<readonly Step[]>([]);
  at = $state(0); // how many steps have been shown
  isPlaying = $state(false);
  isStepped = $state(false); // somebody goes through it step by step
  speed = $state<Speed>(SPEEDS.find((speed) => String(speed) === stored('speed')) ?? 2);

  #start = $state.raw<readonly Standing[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly step = $derived<Step | null>(this.steps[this.at - 1] ?? null);
  readonly robots = $derived<readonly Standing[]>(this.step?.robots ?? this.#start);
  readonly isOver = $derived(this.at === this.steps.length);

  /** How long a motion takes on the screen. */
  get pace(): number {
    return preferences.still ? 0 : Math.min(280, (this.step?.lasts ?? 0) / this.speed);
  }

  /** Show another turn from its beginning; with reduced motion its end is shown. */
  load(events: readonly Event[], start: readonly Standing[]): void {
    this.lay(events, start);
    if (!preferences.still && !document.hidden) this.play();
  }

  /** Prepare a turn to be watched; its end is shown. */
  lay(events: readonly Event[], start: readonly Standing[]): void {
    this.#start = start;
    this.steps = steps(events, start);
    this.skip();
  }

  play(): void {
    if (this.isOver) this.at = 0;
    this.isPlaying = true;
    this.#go();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
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

  jump(at: number): void {
    this.pause();
    this.at = at;
  }

  run(speed: Speed): void {
    this.speed = speed;
    store('speed', String(speed));
  }

  readonly #go = (): void => {
    if (this.isOver) {
      this.pause();
      return;
    }
    this.at += 1;
    this.#timer = setTimeout(this.#go, (this.step?.lasts ?? 0) / this.speed);
  };
}
