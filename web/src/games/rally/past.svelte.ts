// What has happened in the match so far, asked for once, then followed; and its latest turn.

import { notices } from '../../app/notices.svelte';
import { isResolution, standings } from '../../playback/rally';
import { Resolution } from '../../playback/resolution.svelte';
import type { Entry, State, Turns } from '../../wire/generated/rally';
import { get } from '../../wire/http';

const MOST_KEPT = 500;

export class Past {
  entries = $state.raw<readonly Entry[]>([]); // the latest
  readonly resolution = new Resolution(); // the turn that was played last
  readonly #match: string;
  #view: State; // behind all that was told

  constructor(match: string, view: State) {
    this.#match = match;
    this.#view = view;
    void this.#ask();
  }

  /** What has just happened; it is nothing for who was away, and then all of it is asked for. */
  add(told: readonly Entry[], view: State): void {
    const events = told.flatMap((entry) => entry.events);
    if (isResolution(events)) this.resolution.load(events, standings(this.#view.players));
    if (told.length) this.entries = [...this.entries, ...told].slice(-MOST_KEPT);
    else void this.#ask();
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
      notices.complain(error);
    }
  }
}
