// The end of a proof stays on the board for a moment, although the match has gone on: first the
// last slide is seen, then it is told what came of it, and only then is the board cleared.

import type { Event, State } from '../../wire/generated/ricochet';
import type { Match } from '../../wire/session.svelte';
import { heldBy, type Held } from './holding';

const WON = 2400; // milliseconds that the last position is held
const FAILED = 900;
const LAST = 1200; // with it the match is over: the end of it waits no longer

export class Staging {
  held = $state.raw<Held | null>(null);
  /** The match as it is told while the last slide is not over; null once it is. */
  before = $state.raw<Match | null>(null);
  #tell: (() => void) | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** Show what events bring about for so many milliseconds; `ontold` is called when it may be told. */
  show(events: readonly Event[], before: Match, lasts: number, ontold: () => void): void {
    const held = heldBy(events, before.view as State);
    this.clear();
    this.#tell = ontold;
    if (held) {
      this.held = held;
      if (lasts) this.before = before;
      const isLast = events.some(({ type }) => type === 'MatchEnded');
      const rests = isLast ? LAST : held.isWon ? WON : FAILED;
      this.#after(lasts + rests, () => (this.held = null));
    }
    if (lasts) this.#after(lasts, this.#settle);
    else this.#settle();
  }

  /** What has not been told yet is told now. */
  clear(): void {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.held = null;
    this.#settle();
  }

  /** The table is left: nothing more is told. */
  leave(): void {
    this.#tell = null;
    this.clear();
  }

  readonly #settle = (): void => {
    const tell = this.#tell;
    this.#tell = null;
    this.before = null;
    tell?.();
  };

  #after(lasts: number, act: () => void): void {
    this.#timers.push(setTimeout(act, lasts));
  }
}
