// What has happened in the match so far: asked for once, then followed.

import { notices } from '../../app/notices.svelte';
import type { Entry, Round, Rounds } from '../../wire/generated/ricochet';
import { get } from '../../wire/http';
import { endsRound, merged } from './entries';

export class History {
  rounds = $state.raw<readonly Round[]>([]); // those that are over
  entries = $state.raw<readonly Entry[]>([]); // the latest
  readonly #match: string;

  constructor(match: string) {
    this.#match = match;
    void this.ask();
  }

  /** All of it, by the log: for who comes late, or was away. */
  async ask(): Promise<void> {
    try {
      const told = await get<Rounds>(`/api/matches/${this.#match}/rounds`);
      if (told.rounds.length >= this.rounds.length) this.rounds = told.rounds;
      this.entries = merged(this.entries, told.entries);
    } catch (error) {
      notices.showError(error);
    }
  }

  /** What has just happened. */
  add(told: readonly Entry[]): void {
    this.entries = merged(this.entries, told);
    if (told.some(({ events }) => events.some(endsRound))) void this.ask();
  }
}
