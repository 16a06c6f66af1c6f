// The fewest moves of each round of a match that is over, asked for one after the other.

import type { Round } from '../../../wire/generated/ricochet';
import { get } from '../../../wire/http';
import { patiently } from '../../../wire/patience';

const TRIES = 40; // all who played ask at once, and often from one address

export class ShortestOfRounds {
  found = $state.raw<ReadonlyMap<number, number>>(new Map()); // by the number of the round

  /** Asks until all are known or the server refuses; what is missing is not told. */
  async load(match: string, rounds: readonly Round[], signal: AbortSignal): Promise<void> {
    for (const { number } of rounds.toReversed()) {
      if (this.found.has(number)) continue;
      try {
        const ask = () =>
          get('/api/matches/{match}/rounds/{number}/solutions', {
            path: { match, number },
            query: { limit: 1 },
            signal,
          });
        const { moves } = await patiently(ask, TRIES);
        if (moves !== null) this.found = new Map([...this.found, [number, moves]]);
      } catch {
        return;
      }
    }
  }
}
