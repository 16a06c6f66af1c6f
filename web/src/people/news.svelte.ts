// What I should know on any page: invitations, and whether a moderator has muted me. Asking also
// tells the server that I am here.

import { me } from '../app/guest.svelte';
import { moments } from '../app/moments.svelte';
import { preferences } from '../app/preferences.svelte';
import { notices } from '../app/notices.svelte';
import { reach } from '../app/reach.svelte';
import { m } from '../paraglide/messages';
import type { Invitation, Notices } from '../wire/generated/table';
import { get, post } from '../wire/http';

const ASK_AGAIN = 10_000; // milliseconds
const SOON = 1500; // when a page has just been opened, it has more urgent things to ask

class News {
  invitations = $state.raw<readonly Invitation[]>([]);
  #mutedUntil: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask now and then, as long as the page is looked at. The function it returns stops that. */
  start(): () => void {
    const look = (): void => {
      if (!document.hidden) this.#later(0);
    };
    document.addEventListener('visibilitychange', look);
    this.#later(SOON);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(this.#timer);
    };
  }

  /** It is not shown again, whatever the answer is. */
  async answer({ id }: Invitation): Promise<void> {
    this.invitations = this.invitations.filter((each) => each.id !== id);
    try {
      await post('/api/social/answer', { body: { id } });
    } catch (error) {
      notices.showError(error);
    }
  }

  #later(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#ask().finally(() => this.#later(ASK_AGAIN));
    }, wait);
  }

  async #ask(): Promise<void> {
    if (!me.guest || document.hidden || reach.isOffline || !navigator.onLine) return;
    try {
      this.#take(await get('/api/social/notices'));
    } catch {
      // it is asked again
    }
  }

  #take({ invitations, muted_until }: Notices): void {
    const known = new Set(this.invitations.map(({ id }) => id));
    if (invitations.some(({ id }) => !known.has(id))) moments.tell('news', true);
    this.invitations = invitations;
    if (muted_until !== null && muted_until !== this.#mutedUntil) {
      const format = new Intl.DateTimeFormat(preferences.locale, {
        dateStyle: 'short',
        timeStyle: 'short',
      });
      notices.show(m.so_muted_until({ time: format.format(muted_until) }));
    }
    this.#mutedUntil = muted_until;
  }
}

export const news = new News();
