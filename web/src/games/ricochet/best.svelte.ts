// The best solutions of a position, searched for on request; the search can be cancelled.

import type { Solved } from '../../wire/generated/ricochet';
import { get } from '../../wire/http';
import { patiently } from '../../wire/patience';
import { sealOf } from './seals';

const BEST = { all: true, limit: 100 }; // as many as the server sends

export class BestSolutions {
  solved = $state.raw<Solved | null>(null);
  since = $state<number | null>(null); // when the search that goes on began
  refusal = $state<string | null>(null); // why there is no answer
  #search: AbortController | null = null;

  get isSearching(): boolean {
    return this.since !== null;
  }

  /** The answer, in every order of the moves if that is asked; null if somebody cancelled it or it was refused. */
  find(position: string, rule: string, orders = false): Promise<Solved | null> {
    const query = { position, rule, orders, ...BEST, ...sealOf(position) };
    return this.#find((signal) => get('/api/ricochet/solve', { query, signal }));
  }

  /** The same for a round that is over; those who are playing the next one may ask, too. */
  findOfRound(match: string, number: number): Promise<Solved | null> {
    const path = { match, number };
    return this.#find((signal) =>
      get('/api/matches/{match}/rounds/{number}/solutions', { path, query: BEST, signal }),
    );
  }

  async #find(ask: (signal: AbortSignal) => Promise<Solved>): Promise<Solved | null> {
    this.forget();
    const search = new AbortController();
    this.#search = search;
    this.since = performance.now();
    try {
      this.solved = await patiently(() => ask(search.signal));
    } catch (error) {
      if (search.signal.aborted) return null; // another search may be on by now
      this.refusal = error instanceof Error ? error.message : String(error);
    }
    this.#search = null;
    this.since = null;
    return this.solved;
  }

  cancel(): void {
    this.#search?.abort();
    this.#search = null;
    this.since = null;
  }

  forget(): void {
    this.cancel();
    this.solved = null;
    this.refusal = null;
  }
}
