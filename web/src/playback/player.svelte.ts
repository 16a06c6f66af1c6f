// Plays back a match that is over: it is loaded part by part, and shown moment by moment.

import { store, stored } from '../app/storage';
import type { Replay, ReplayEntry } from '../wire/generated/table';
import { get } from '../wire/http';
import {
  linkTo,
  momentAt,
  moments,
  sinceStop,
  stepFrom,
  type Joined,
  type Moment,
  type Stops,
} from './replay';

export const PACES = [0.5, 1, 2, 4, 8] as const;
export type Pace = (typeof PACES)[number];

/** Something to jump to: a round, a turn. */
export interface Mark {
  at: number; // the moment with which it begins
  number: number;
}

/** What a game says about its moments. */
export interface Guide<View, Event> {
  stops: Stops<Event>;
  isOne: Joined<View, Event>;
  lasts: (moment: Moment<View, Event>) => number; // milliseconds at plain pace
  counted: (view: View) => number; // the number of the round or turn, from 1
}

export class ReplayPlayer<View, Event> {
  facts = $state.raw<Replay | null>(null);
  moments = $state.raw<readonly Moment<View, Event>[]>([]);
  at = $state(0);
  isPlaying = $state(false);
  pace = $state<Pace>(PACES.find((pace) => String(pace) === stored('pace')) ?? 1);

  readonly #match: string;
  readonly #guide: Guide<View, Event>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leaving = new AbortController();

  readonly moment = $derived<Moment<View, Event> | null>(this.moments[this.at] ?? null);
  /** What is seen to happen with this moment. */
  readonly events = $derived<readonly Event[]>(
    sinceStop(this.moments, this.at, (here, next) => this.#guide.isOne(here, next)),
  );
  /** At which it is seen that something has happened since. */
  readonly before = $derived<Moment<View, Event> | null>(this.moments[this.#next(-1)] ?? null);
  readonly isLoaded = $derived(this.facts !== null && this.facts.following === null);
  readonly end = $derived(Math.max(0, this.moments.length - 1));
  readonly marks = $derived<readonly Mark[]>(
    this.moments.flatMap(({ view }, at) => {
      const before = this.moments[at - 1];
      const [number, last] = [
        this.#guide.counted(view),
        before && this.#guide.counted(before.view),
      ];
      return number && number !== last ? [{ at, number }] : [];
    }),
  );
  /** The round or turn that is shown. */
  readonly mark = $derived<Mark | null>(this.marks.findLast(({ at }) => at <= this.at) ?? null);

  constructor(match: string, guide: Guide<View, Event>) {
    this.#match = match;
    this.#guide = guide;
  }

  /** Load all parts, as this seat saw them, then go to the moment of a link. */
  async load(seat: number | null, link: string | null): Promise<void> {
    this.stop();
    const leaving = new AbortController();
    this.#leaving = leaving;
    let [after, all]: [number | null, Moment<View, Event>[]] = [0, []];
    while (after !== null) {
      const part: Replay = await get('/api/matches/{match}/replay', {
        path: { match: this.#match },
        query: { seat, after },
        signal: leaving.signal,
      });
      const start = part.view as View;
      if (after === 0) {
        const opening = { version: 0, step: 1, isLast: true, at: 0, view: start, events: [] };
        all = [opening];
      }
      all = [...all, ...moments(start, part.entries as readonly ReplayEntry[], this.#guide.stops)];
      this.facts = part;
      this.moments = all;
      if (link !== null && parseInt(link) <= (part.following ?? Infinity)) {
        this.at = momentAt(all, link);
        link = null;
      }
      after = part.following;
    }
  }

  get link(): string {
    return this.moment ? linkTo(this.moment) : '0';
  }

  play(): void {
    if (this.at >= this.end) this.at = 0;
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  /** To be called when the page is left. */
  stop(): void {
    this.pause();
    this.#leaving.abort();
  }

  jump(at: number): void {
    this.pause();
    this.at = Math.min(Math.max(0, at), this.end);
  }

  /** To the next moment that looks different from this one, or to the one before. */
  step(way: 1 | -1): void {
    this.jump(this.#next(way));
  }

  /** To the beginning of the next round or turn, or of this one, then of the one before. */
  leap(way: 1 | -1): void {
    const next =
      way === 1
        ? this.marks.find(({ at }) => at > this.at)?.at
        : this.marks.findLast(({ at }) => at < this.at)?.at;
    this.jump(next ?? (way === 1 ? this.end : 0));
  }

  run(pace: Pace): void {
    this.pace = pace;
    store('pace', String(pace));
  }

  #next(way: 1 | -1): number {
    return stepFrom(this.moments, this.at, way, this.#guide.isOne);
  }

  #wait(): void {
    const lasts = this.moment ? this.#guide.lasts(this.moment) : 0;
    this.#timer = setTimeout(() => {
      if (this.at >= this.end) {
        this.pause();
        return;
      }
      this.at = this.#next(1);
      this.#wait();
    }, lasts / this.pace);
  }
}
