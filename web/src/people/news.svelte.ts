// What I should know on any page: invitations and answers to mine, matches that I lost while I was
// away, and whether a moderator has muted me. Asking also tells the server that I am here.

import { me } from '../app/guest.svelte';
import { moments } from '../app/moments.svelte';
import { preferences } from '../app/preferences.svelte';
import { notices } from '../app/notices.svelte';
import { reach } from '../app/reach.svelte';
import { store, stored } from '../app/storage';
import { m } from '../paraglide/messages';
import { personName } from '../lobby/names';
import type { Invitation, InvitationAnswer, LostAway, Notices } from '../wire/generated/table';
import { get, post } from '../wire/http';
import { nextGap, wasHeld } from './gaps';

const TOLD = 'told-mute'; // until when, as this browser has said it: once is enough
const TOLD_NAME = 'told-name'; // the name that a moderator gave, as this browser has said it
const TOLD_ANSWERS = 'told-answers'; // to which invitations, as this browser has said them
const MOST_ANSWERS = 20; // that the server keeps
const SOON = 1500; // when a page has just been opened, it has more urgent things to ask

class News {
  invitations = $state.raw<readonly Invitation[]>([]);
  losses = $state.raw<readonly LostAway[]>([]);
  readonly #known = new Set<string>(); // matches whose end was seen here
  mutedUntil = $state<number | null>(null); // milliseconds since 1970; null: I may speak
  mutedWhy = $state(''); // in the moderator's words
  owesName = $state(false); // a moderator took mine away, and I have not chosen another
  nameWhy = $state(''); // in the moderator's words
  openReports = $state<number | null>(null); // for moderators
  #gap: number | null = null; // milliseconds
  #timer: ReturnType<typeof setTimeout> | undefined;
  #owner: string | null = null; // whose news it is
  #mark: string | null = null; // of the last news; with it the server keeps the question
  #asking = new AbortController();

  /**
   * Ask for news as long as the page is looked at, anew for whoever is here. The function it returns
   * stops that.
   */
  start(): () => void {
    const look = (): void => {
      this.#asking.abort();
      if (document.hidden) return;
      this.#gap = null;
      this.#later(0);
    };
    document.addEventListener('visibilitychange', look);
    this.#become(me.guest?.id ?? null);
    this.#later(SOON);
    return () => {
      document.removeEventListener('visibilitychange', look);
      clearTimeout(this.#timer);
      this.#asking.abort();
    };
  }

  /** Nobody is shown the news of somebody who was here before. */
  #become(owner: string | null): void {
    if (owner === this.#owner) return;
    [this.#owner, this.#mark] = [owner, null];
    [this.invitations, this.losses] = [[], []];
    [this.mutedUntil, this.owesName, this.openReports] = [null, false, null];
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
    const told = await get('/api/social/notices').catch(() => null);
    if (told) this.#take(told);
  }

  /** It is not shown again, whatever the answer is. */
  async answer({ id }: Invitation, accepts: boolean): Promise<void> {
    this.invitations = this.invitations.filter((each) => each.id !== id);
    try {
      await post('/api/social/answer', { body: { id, accepts } });
    } catch (error) {
      notices.showError(error);
    }
  }

  /** I see how a match ended: of that I need not be told any more. */
  knowOf(match: string): void {
    this.#known.add(match);
    this.#tellNoMore();
  }

  #tellNoMore(): void {
    for (const loss of this.losses) if (this.#known.has(loss.match)) void this.know(loss);
  }

  /** I know that I lost it: it is not shown again. */
  async know({ match }: LostAway): Promise<void> {
    this.losses = this.losses.filter((each) => each.match !== match);
    try {
      await post('/api/social/seen', { body: { match } });
    } catch (error) {
      notices.showError(error);
    }
  }

  #later(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#askOn(), wait);
  }

  async #askOn(): Promise<void> {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const began = performance.now();
    const isNew = await this.#ask(signal);
    if (signal.aborted) return; // whoever aborted it asks again, if at all
    this.#gap = nextGap(this.#gap, isNew, performance.now() - began);
    this.#later(this.#gap);
  }

  /** Whether there is anything new. If it fails, it is asked again. */
  async #ask(signal: AbortSignal): Promise<boolean> {
    if (!me.guest || document.hidden || reach.isOffline || !navigator.onLine) return false;
    const began = performance.now();
    const seen = this.#mark;
    try {
      const told = await get('/api/social/notices', { query: { seen }, signal });
      if (!signal.aborted) this.#take(told);
      return told.mark !== seen;
    } catch {
      // A line that was cut while it waited says nothing of the server: the next question tells.
      if (!signal.aborted && wasHeld(performance.now() - began))
        reach.isOffline = !navigator.onLine;
      this.#mark = null;
      return false;
    }
  }

  #take(told: Notices): void {
    const { invitations, muted_until, muted_why, owes_name } = told;
    this.#mark = told.mark;
    this.losses = told.losses;
    this.#tellNoMore();
    for (const answer of told.answers) this.#tellAnswer(answer);
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
  }

  /** Whether somebody comes whom I invited: it is said once in this browser. */
  #tellAnswer({ id, person, is_accepted }: InvitationAnswer): void {
    const told = (stored(TOLD_ANSWERS) ?? '').split(' ');
    if (told.includes(id)) return;
    store(TOLD_ANSWERS, [...told, id].slice(-MOST_ANSWERS).join(' '));
    const name = personName(person.name);
    notices.show(is_accepted ? m.so_comes({ name }) : m.so_comes_not({ name }));
    moments.tell('news', true);
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
