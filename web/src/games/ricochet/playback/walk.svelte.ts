// A solution to be walked through on the board: step by step, there and back.

import type { Cell, Slide } from '../../../wire/generated/ricochet';
import { RobotAnimation } from './robotAnimation.svelte';
import { after, sliding } from './timeline';

const BETWEEN_STEPS = 350;

export class Walk {
  readonly animation = new RobotAnimation();
  at = $state(0); // how many slides have been made
  slides = $state.raw<readonly Slide[]>([]);
  isPlaying = $state(false);
  hasBegun = $state(false); // until then the board may show something else

  #start: readonly Cell[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Start over with another solution. */
  load(start: readonly Cell[], slides: readonly Slide[]): void {
    this.pause();
    this.#start = start;
    this.slides = slides;
    this.at = 0;
    this.animation.place(start);
  }

  get trail(): Slide | null {
    return this.slides[this.at - 1] ?? null;
  }

  /** The route so far, up to the trail. */
  get earlier(): readonly Slide[] {
    return this.made.slice(0, -1);
  }

  get made(): readonly Slide[] {
    return this.slides.slice(0, this.at);
  }

  /** Where they stand after those slides. */
  get robots(): readonly Cell[] {
    return this.#robots(this.at);
  }

  /** Whoever steps goes on by themselves. */
  forth(): void {
    this.pause();
    this.#forth();
  }

  back(): void {
    const slide = this.slides[this.at - 1];
    if (!slide) return;
    this.pause();
    this.at -= 1;
    const back = { robot: slide.robot, cells: slide.cells.toReversed() };
    this.animation.play([sliding(back)], this.#robots(this.at));
  }

  jump(at: number): void {
    this.pause();
    this.hasBegun = true;
    this.at = at;
    this.animation.place(this.#robots(at));
  }

  play(): void {
    if (this.at === this.slides.length) this.jump(0);
    this.isPlaying = true;
    this.#step();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  readonly #step = (): void => {
    const slide = this.slides[this.at];
    if (!slide) {
      this.pause();
      return;
    }
    this.#forth();
    this.#timer = setTimeout(this.#step, sliding(slide).lasts + BETWEEN_STEPS);
  };

  #forth(): void {
    const slide = this.slides[this.at];
    if (!slide) return;
    this.hasBegun = true;
    this.at += 1;
    this.animation.play([sliding(slide)], this.#robots(this.at));
  }

  #robots(count: number): readonly Cell[] {
    return after(this.#start, this.slides.slice(0, count));
  }
}
