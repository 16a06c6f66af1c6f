// What somebody brings who opens a link to a drawing.

import { notices } from '../app/notices.svelte';
import { rewrite } from '../app/router.svelte';
import { m } from '../paraglide/messages';
import { unpacked } from './link';

const OURS = 'main'; // where the link goes that skips the navigation

/** The text in the address, and away with it there: a reload keeps what was changed since. */
export async function textInAddress(page: string): Promise<string | null> {
  const link = location.hash.slice(1);
  if (!link || link === OURS) return null;
  rewrite(page);
  try {
    return await unpacked(link);
  } catch {
    notices.show(m.ed_bad_link());
    return null;
  }
}
