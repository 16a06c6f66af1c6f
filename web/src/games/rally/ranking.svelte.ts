// The final ranking, which the server knows when a match is over.

import { notices } from '../../app/notices.svelte';
import type { Standings } from '../../wire/generated/rally';
import { get } from '../../wire/http';

export class Ranking {
  standings = $state.raw<Standings | null>(null);

  async ask(match: string): Promise<void> {
    try {
      this.standings = await get('/api/matches/{match}/standings', { path: { match } });
    } catch (error) {
      notices.showError(error);
    }
  }
}
