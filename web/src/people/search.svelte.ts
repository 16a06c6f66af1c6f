// The search for a game: it goes on while other pages are shown, and ends at a table.

import { me } from '../app/guest.svelte';
import { moments } from '../app/moments.svelte';
import { notices } from '../app/notices.svelte';
import { go } from '../app/router.svelte';
import { store, stored } from '../app/storage';
import { m } from '../paraglide/messages';
import type { QuickStatus } from '../wire/generated/table';
import { get, post, Refusal } from '../wire/http';

export interface GameSearch {
  game: string;
  speed: string;
  sizes: number[];
  bots_after: number | null; // seconds; null: no bots
}

const ASK_AGAIN = 2000; // milliseconds
const KEPT = 'quick'; // where a search is kept that a reload interrupts

class Searching {
  wish = $state.raw<GameSearch | null>(null);
  status = $state.raw<QuickStatus | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  async start(wish: GameSearch): Promise<void> {
    await me.ensure();
    this.wish = wish;
    store(KEPT, JSON.stringify(wish));
    try {
      await this.#ask(true);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Go on with a search that was on when the page was closed. */
  resume(): void {
    const kept = stored(KEPT);
    if (!kept || this.wish) return;
    this.start(JSON.parse(kept) as GameSearch).catch(notices.showError);
  }

  async cancel(): Promise<void> {
    const { wish } = this;
    this.#end();
    if (wish) await post('/api/quick/cancel', { body: { game: wish.game } });
  }

  /** Whoever was not heard of for a while, as on a laptop that slept, waits anew. */
  async #ask(isNew: boolean): Promise<void> {
    const { wish } = this;
    if (!wish) return;
    const status = isNew
      ? await post('/api/quick', { body: wish })
      : await get('/api/quick', { query: { game: wish.game } });
    if (this.wish !== wish) return; // it was cancelled meanwhile
    this.status = status;
    if (status.table !== null) this.#found(status.table);
    else this.#later(!status.is_waiting);
  }

  #later(isNew: boolean): void {
    this.#timer = setTimeout(() => {
      this.#ask(isNew).catch((error: unknown) => {
        if (
          error instanceof Refusal &&
          error.status &&
          error.status < 500 &&
          error.status !== 429
        ) {
          this.#end();
          notices.showError(error);
        } else this.#later(isNew);
      });
    }, ASK_AGAIN);
  }

  #found(table: string): void {
    this.#end();
    notify();
    go(`/table/${table}`);
    moments.tell('turn', true);
    notices.show(m.quick_found());
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.wish = null;
    this.status = null;
    store(KEPT, '');
  }
}

export const searching = new Searching();

/** Ask for leave to notify; where somebody forbids it, the page itself still says so. */
export function askToNotify(): void {
  if ('Notification' in window && Notification.permission === 'default')
    void Notification.requestPermission();
}

/** For those who look at something else just now. */
function notify(): void {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  try {
    const shown = new Notification('Tinplate', { body: m.quick_found(), tag: 'quick' });
    shown.onclick = () => window.focus();
  } catch {
    // some phones let only a service worker notify
  }
}
