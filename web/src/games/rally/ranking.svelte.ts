// The final ranking, which the server knows when a match is over.

import { notices } from '../../app/notices.svelte';
import { get } from '../../wire/http';

export class Ranking {
  seats = $state.raw<readonly number[] | null>(null); // the best first

  async ask(match: string): Promise<void> {
    try {
      this.seats = (await get('/api/matches/{match}/standings', { path: { match } })).seats;
    } catch (error) {
      notices.showError(error);
    }
  }
}
