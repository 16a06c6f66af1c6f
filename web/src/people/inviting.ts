// Invites somebody to the table at which I sit.

import { notices } from '../app/notices.svelte';
import { m } from '../paraglide/messages';
import { get, post } from '../wire/http';

/** To this table, or else to the one that changed last; says what became of it. */
export async function invite(person: string, name: string, table?: string): Promise<void> {
  try {
    const to = table ?? (await get('/api/guest/tables')).tables[0]?.id;
    if (to === undefined) {
      notices.show(m.so_no_table());
      return;
    }
    await post('/api/social/invite', { body: { person, table: to } });
    notices.show(m.so_invited({ name }));
  } catch (error) {
    notices.showError(error);
  }
}
