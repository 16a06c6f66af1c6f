// The robots as they are drawn: they follow the view, by the motions that led to it.

import { preferences } from '../../../app/preferences.svelte';
import type { Cell, Robot } from '../../../wire/generated/ricochet';
import { ROBOTS } from '../../../board/robots';
import { pointAt, type Motion, type Point } from './timeline';

const LONGEST_QUEUE = 12; // further behind than this, jump to the present

export class RobotAnimation {
  robots = $state.raw<readonly Point[]>([]);
  moving = $state<Robot | null>(null);

  #queue: Motion[] = [];
  #began = 0;
  #frame: number | undefined;
  #rest: readonly Cell[] = [];

  /** Show robots where they stand, at once. */
  place(robots: readonly Cell[]): void {
    this.#queue = [];
    this.#rest = robots;
    this.#settle();
  }

  /** Show motions, then the robots where they stand. */
  play(plan: readonly Motion[], robots: readonly Cell[]): void {
    this.#rest = robots;
    this.#queue.push(...plan);
    const isTooMuch = this.#queue.length > LONGEST_QUEUE;
    if (preferences.still || document.hidden || isTooMuch || !this.#queue.length) {
      this.#queue = [];
      this.#settle();
    } else if (this.#frame === undefined) {
      this.#began = performance.now();
      this.#frame = requestAnimationFrame(this.#step);
    }
  }

  /** Milliseconds until all motions have been seen. */
  get left(): number {
    const lasts = this.#queue.reduce((sum, motion) => sum + motion.lasts, 0);
    return this.#queue.length ? Math.max(0, this.#began + lasts - performance.now()) : 0;
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  readonly #step = (now: number): void => {
    const motion = this.#queue[0];
    if (!motion) {
      this.#settle();
      return;
    }
    this.moving = motion.robot;
    const at = ROBOTS.indexOf(motion.robot);
    this.robots = this.robots.with(at, pointAt(motion, now - this.#began));
    if (now - this.#began >= motion.lasts) {
      this.#began += motion.lasts;
      this.#queue.shift();
    }
    this.#frame = requestAnimationFrame(this.#step);
  };

  #settle(): void {
    this.stop();
    this.moving = null;
    this.robots = this.#rest;
  }
}
