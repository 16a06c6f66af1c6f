// Streaks and races begin here. Everybody in them has a name, so that others know who is who.

import { me } from '../app/guest.svelte';
import { notices } from '../app/notices.svelte';
import { go } from '../app/router.svelte';
import type { RunShown } from '../wire/generated/table';
import { post } from '../wire/http';

/** A streak begins at once; a race waits for others. */
export async function openRun(game: string, mode: RunShown['mode']): Promise<void> {
  try {
    await me.ensure();
    const { id } = await post('/api/puzzles/runs', { body: { game, mode } });
    go(`/puzzles/run/${id}`);
  } catch (error) {
    notices.showError(error);
  }
}
