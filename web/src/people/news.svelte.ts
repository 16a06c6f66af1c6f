// What I should know on any page: invitations, and whether a moderator has muted me. Asking also
// tells the server that I am here.

import { me } from '../app/guest.svelte';
import { moments } from '../app/moments.svelte';
import { preferences } from '../app/preferences.svelte';
import { notices } from '../app/notices.svelte';
import { reach } from '../app/reach.svelte';
import { store, stored } from '../app/storage';
import { m } from '../paraglide/messages';
import type { Invitation, Notices } from '../wire/generated/table';
import { get, post } from '../wire/http';
import { nextGap } from './gaps';

const TOLD = 'told-mute'; // until when, as this browser has said it: once is enough
const TOLD_NAME = 'told-name'; // the name that a moderator gave, as this browser has said it
const SOON = 1500; // when a page has just been opened, it has more urgent things to ask

class News {
  invitations = $state.raw<readonly Invitation[]>([]);
  mutedUntil = $state<number | null>(null); // milliseconds since 1970; null: I may speak
  mutedWhy = $state(''); // in the moderator's words
  owesName = $state(false); // a moderator took mine away, and I have not chosen another
  nameWhy = $state(''); // in the moderator's words
  openReports = $state<number | null>(null); // for moderators
  #gap: number | null = null; // milliseconds
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask now and then, as long as the page is looked at. The function it returns stops that. */
  start(): () => void {
    const look = (): void => {
      if (document.hidden) return;
      this.#gap = null;
      this.#later(0);
    };
    document.addEventListener('visibilitychange', look);
    this.#later(SOON);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(this.#timer);
    };
  }

  /** Until when a moderator has muted me, and why. */
  get mutedSentence(): string {
    const format = new Intl.DateTimeFormat(preferences.dates, {
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const until = m.so_muted_until({ time: format.format(this.mutedUntil ?? 0) });
    return this.mutedWhy ? `${until} ${m.so_muted_why({ why: this.mutedWhy })}` : until;
  }

  /** The moderators' page by its name, with what waits there. */
  get moderatorTitle(): string {
    const most = 50; // that are shown there at a time
    const count = this.openReports ?? 0;
    return count ? `${m.mod_title()} (${count > most ? `${most}+` : count})` : m.mod_title();
  }

  /** Ask now: the server has just said that something is different. */
  async look(): Promise<void> {
    await this.#ask();
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
      void this.#ask().then((isNew) => {
        this.#gap = nextGap(this.#gap, isNew);
        this.#later(this.#gap);
      });
    }, wait);
  }

  /** Whether there is anything new. If it fails, it is asked again. */
  async #ask(): Promise<boolean> {
    if (!me.guest || document.hidden || reach.isOffline || !navigator.onLine) return false;
    try {
      return this.#take(await get('/api/social/notices'));
    } catch {
      return false;
    }
  }

  #take(told: Notices): boolean {
    const { invitations, muted_until, muted_why, owes_name } = told;
    this.openReports = told.open_reports;
    [this.owesName, this.nameWhy] = [owes_name, told.name_why];
    const known = new Set(this.invitations.map(({ id }) => id));
    const isNew = invitations.some(({ id }) => !known.has(id));
    if (isNew) moments.tell('news', true);
    this.invitations = invitations;
    this.mutedUntil = muted_until;
    this.mutedWhy = muted_why;
    if (muted_until !== null && stored(TOLD) !== String(muted_until)) {
      store(TOLD, String(muted_until));
      notices.show(this.mutedSentence);
    }
    if (owes_name) void this.#tellName();
    return isNew;
  }

  /** A moderator has given me another name: it is said once in this browser. */
  async #tellName(): Promise<void> {
    const guest = await get('/api/guest').catch(() => null);
    if (!guest || stored(TOLD_NAME) === guest.name) return;
    store(TOLD_NAME, guest.name);
    me.become(guest);
    notices.show(m.so_owes_name({ name: guest.name }));
  }
}

export const news = new News();
