// The best solution of every round of a match, asked for one after the other, each once.

import type { Rounds, Solved } from '../../../wire/generated/ricochet';
import { get } from '../../../wire/http';
import { patiently } from '../../../wire/patience';

type Round = Rounds['rounds'][number];

export class BestOfRounds {
  rounds = $state.raw<readonly Round[]>([]);
  found = $state.raw<ReadonlyMap<number, Solved>>(new Map()); // by the number of the round
  refusal = $state<string | null>(null); // why the rest is not known
  readonly #leaving = new AbortController();

  /** The rounds that were played, and then the best of each. */
  async load(match: string): Promise<void> {
    const { signal } = this.#leaving;
    const path = { match };
    this.rounds = (await get('/api/matches/{match}/rounds', { path, signal })).rounds;
    await this.ask(match);
  }

  async ask(match: string): Promise<void> {
    this.refusal = null;
    try {
      for (const { number } of this.rounds) {
        if (this.found.has(number)) continue;
        const { signal } = this.#leaving;
        const path = { match, number };
        const solved = await patiently(() =>
          get('/api/matches/{match}/rounds/{number}/solutions', { path, signal }),
        );
        this.found = new Map([...this.found, [number, solved]]);
      }
    } catch (error) {
      if (this.#leaving.signal.aborted) return;
      this.refusal = error instanceof Error ? error.message : String(error);
    }
  }

  leave(): void {
    this.#leaving.abort();
  }
}
