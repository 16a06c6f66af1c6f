// Invites somebody to a table: the one at which I sit, or a new one.

import { me } from '../app/guest.svelte';
import { notices } from '../app/notices.svelte';
import { openTable } from '../lobby/opening';
import { m } from '../paraglide/messages';
import type { GameOffered } from '../wire/generated/table';
import { post } from '../wire/http';

const CHAIRS = 4; // of a new table, where so many can play: others may join

/** Says what became of it. */
export async function invite(person: string, name: string, table: string): Promise<void> {
  try {
    await post('/api/social/invite', { body: { person, table } });
    notices.show(m.so_invited({ name }));
  } catch (error) {
    notices.showError(error);
  }
}

/** Open a table of this game with its usual settings, invite somebody there, and go there. */
export async function inviteToNew(person: string, name: string, offer: GameOffered): Promise<void> {
  const { game, presets, fewest_chairs: fewest, most_chairs: most } = offer;
  const [settings = {}] = Object.values(presets);
  try {
    await me.ensure();
    const id = await openTable(
      {
        game,
        settings: { ...settings },
        is_public: false,
        absent: 'bot',
        stand_in: null,
        deal: null,
        is_rated: true,
        speed: null, // the server knows
      },
      Math.max(fewest, Math.min(CHAIRS, most)),
    );
    await invite(person, name, id);
  } catch (error) {
    notices.showError(error);
  }
}
