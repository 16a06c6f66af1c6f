// The end of a proof stays on the board for a moment, although the match has gone on: first the
// last slide is seen, then it is told what came of it, and only then is the board cleared.

import { preferences } from '../../app/preferences.svelte';
import type { Event, State } from '../../wire/generated/ricochet';
import { heldBy, slidesLast, type Held } from './holding';

const WON = 2400; // milliseconds that the last position is held
const FAILED = 900;

export class Staging {
  held = $state.raw<Held | null>(null);
  /** The last slide is not over: what came of it is not told yet. */
  isSettling = $state(false);
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** Show what events bring about; `ontold` is called when it may be told. */
  show(events: readonly Event[], before: State, ontold: () => void): void {
    const isAtOnce = preferences.still || document.hidden;
    const slides = isAtOnce ? 0 : slidesLast(events);
    const held = heldBy(events, before);
    this.clear();
    if (held) {
      this.held = held;
      this.isSettling = slides > 0;
      this.#after(slides + (held.isWon ? WON : FAILED), () => (this.held = null));
    }
    if (!slides) {
      ontold();
      return;
    }
    this.#after(slides, () => {
      this.isSettling = false;
      ontold();
    });
  }

  clear(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.held = null;
    this.isSettling = false;
  }

  #after(lasts: number, act: () => void): void {
    this.#timers.push(setTimeout(act, lasts));
  }
}
