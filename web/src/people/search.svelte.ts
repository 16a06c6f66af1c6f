// The search for a game: it goes on while other pages are shown, and ends at a table.

import { me } from '../app/guest.svelte';
import { moments } from '../app/moments.svelte';
import { notices } from '../app/notices.svelte';
import { go, path } from '../app/router.svelte';
import { store, stored } from '../app/storage';
import { m } from '../paraglide/messages';
import type { QuickStatus } from '../wire/generated/table';
import { minutes } from '../wire/clock';
import { get, post, Refusal } from '../wire/http';
import { KEPT, looking, type GameSearch } from './looking.svelte';
import { Ticker } from './ticker';

interface KeptSearch {
  wish: GameSearch;
  heard: number; // milliseconds since 1970
}

const LAPSED = 60_000; // milliseconds; whoever comes back later has something else in mind

class Searching {
  status = $state.raw<QuickStatus | null>(null);
  readonly #ticker = new Ticker(() => this.#askAgain());
  #isAsking = false;
  #isNew = false; // the server knows nothing of the search any more
  #isLeaving = false; // another page is loaded, and what was asked for is cut off

  constructor() {
    addEventListener('pagehide', () => (this.#isLeaving = true));
    addEventListener('pageshow', () => (this.#isLeaving = false));
  }

  async start(wish: GameSearch): Promise<void> {
    await me.ensure();
    looking.wish = wish;
    this.#keep(wish); // a page that is loaded before the server answers goes on with it
    try {
      await this.#ask(true);
    } catch (error) {
      this.#end();
      throw error;
    }
    // `#ask` ends the search if there is a table already.
    if ((looking.wish as GameSearch | null) === wish) this.#ticker.start();
  }

  /** How long it has lasted, as on a kitchen clock. */
  get clock(): string {
    return minutes((this.status?.seconds ?? 0) * 1000);
  }

  /** Go on with a search that a reload has interrupted; not with one of yesterday. */
  resume(): void {
    const found = kept();
    if (!found || looking.wish) return;
    const { wish, heard } = found;
    if (!(Date.now() - heard < LAPSED)) {
      store(KEPT, '');
      return;
    }
    looking.wish = wish;
    // What fails is asked again; so is what the server has forgotten meanwhile.
    this.#ask(false)
      .catch(() => undefined)
      .finally(() => {
        if (looking.wish === wish) this.#ticker.start();
      });
  }

  async cancel(): Promise<void> {
    const { wish } = looking;
    this.#end();
    if (wish) await post('/api/quick/cancel', { body: { game: wish.game } });
  }

  /** Whoever was not heard of for a while, as on a laptop that slept, waits anew. */
  async #ask(isNew: boolean): Promise<void> {
    const { wish } = looking;
    if (!wish) return;
    const status = isNew
      ? await post('/api/quick', { body: wish })
      : await get('/api/quick', { query: { game: wish.game, is_hidden: document.hidden } });
    if (looking.wish !== wish) return; // it was cancelled meanwhile
    if (status.is_elsewhere) {
      this.#end();
      notices.show(m.quick_replaced());
      return;
    }
    this.status = status;
    this.#keep(wish);
    this.#isNew = !status.is_waiting;
    if (status.table !== null) this.#found(status.table);
  }

  #keep(wish: GameSearch): void {
    store(KEPT, JSON.stringify({ wish, heard: Date.now() } satisfies KeptSearch));
  }

  #askAgain(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#ask(this.#isNew)
      .catch((error: unknown) => {
        const status = error instanceof Refusal ? error.status : 0;
        if (!status || status >= 500 || status === 429) return; // the next time, perhaps
        this.#end();
        notices.showError(error);
      })
      .finally(() => (this.#isAsking = false));
  }

  #found(table: string): void {
    this.#end();
    void notify();
    const isExpected = path() === '/quick'; // there it would only cover what is asked at the table
    go(`/table/${table}`);
    moments.tell('turn', true);
    if (!isExpected) notices.show(m.quick_found());
  }

  #end(): void {
    if (this.#isLeaving) return; // the next page goes on with it
    const wish = JSON.stringify(looking.wish);
    this.#ticker.stop();
    looking.wish = null;
    this.status = null;
    // Or else another tab looks for something else.
    if (JSON.stringify(kept()?.wish) === wish) store(KEPT, '');
  }
}

function kept(): KeptSearch | null {
  const written = stored(KEPT);
  return written ? (JSON.parse(written) as KeptSearch) : null;
}

export const searching = new Searching();

/** Ask for leave to notify; where somebody forbids it, the page itself still says so. */
export function askToNotify(): void {
  if ('Notification' in window && Notification.permission === 'default')
    void Notification.requestPermission();
}

/** For those who look at something else just now. Some phones let only a service worker notify. */
async function notify(): Promise<void> {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  const options = { body: m.quick_found(), tag: 'quick' };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) return await worker.showNotification('Tinplate', options);
    const shown = new Notification('Tinplate', options);
    shown.onclick = () => window.focus();
  } catch {
    // the page itself says so, too
  }
}
