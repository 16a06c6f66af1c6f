// What has happened in the match so far, asked for once, then followed; and its latest turn.

import { notices } from '../../app/notices.svelte';
import { isResolution, standings } from './playback/steps';
import { Resolution } from './playback/resolution.svelte';
import type { Entry, State, Turns } from '../../wire/generated/rally';
import { get } from '../../wire/http';

const MOST_KEPT = 500;

export class History {
  entries = $state.raw<readonly Entry[]>([]); // the latest
  readonly resolution = new Resolution(); // the turn that was played last
  readonly #match: string;
  #view: State; // behind all that was told

  constructor(match: string, view: State) {
    this.#match = match;
    this.#view = view;
    void this.#ask();
  }

  /** What has just happened. Who was away sees the present, and may watch the turn they missed. */
  add(told: readonly Entry[], view: State, wasAway: boolean): void {
    const events = told.flatMap((entry) => entry.events);
    const isPlayed = isResolution(events);
    if (!told.length || (isPlayed && wasAway)) {
      void this.#ask();
    } else {
      if (isPlayed) this.resolution.load(events, standings(this.#view.players));
      this.entries = [...this.entries, ...told].slice(-MOST_KEPT);
    }
    this.#view = view;
  }

  /** By the log; news may be quicker. */
  async #ask(): Promise<void> {
    this.resolution.lay([], []);
    this.entries = [];
    try {
      const past = await get<Turns>(`/api/matches/${this.#match}/turns`);
      const first = this.entries[0]?.version ?? Infinity;
      this.entries = [...past.entries.filter(({ version }) => version < first), ...this.entries];
      const last = past.entries.findLast(({ events }) => isResolution(events));
      if (past.before && last && !this.resolution.steps.length)
        this.resolution.lay(last.events, standings(past.before.players));
    } catch (error) {
      notices.showError(error);
    }
  }
}
