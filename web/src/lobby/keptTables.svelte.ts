// The tables somebody sits at stay connected while they look at another page, a replay say: so
// they keep their chairs, and the others see that they are still there. After a reload, tables with
// a match of theirs are connected to again.

import { untrack } from 'svelte';
import { playedHere } from '../app/playedHere.svelte';
import { isGoingOn } from '../home/running';
import { Session } from '../wire/session.svelte';

class KeptTables {
  sessions = $state.raw<readonly Session[]>([]);
  readonly #stops = new Map<Session, () => void>();

  find(id: string): Session | undefined {
    return this.sessions.find((one) => one.id === id);
  }

  /** The table as it was left, or a new connection to it: its page is open now. */
  take(id: string): Session {
    const session = this.find(id);
    if (session) this.#forget(session);
    return session ?? new Session(id);
  }

  /** Somebody looks at another page. Whoever only watched is gone; so is where nothing goes on. */
  leave(session: Session): void {
    for (const other of this.sessions) if (isPlayed(other) === false) this.#close(other);
    if (session.chair === null) session.close();
    else this.#keep(session);
  }

  /** Be there again, without a look at the table. */
  rejoin(id: string): void {
    if (!this.find(id)) this.#keep(new Session(id));
  }

  #keep(session: Session): void {
    this.sessions = [...this.sessions, session];
    queueMicrotask(() => this.#follow(session)); // a page that is taken down may start no effect
  }

  #follow(session: Session): void {
    if (!this.sessions.includes(session)) return; // its page is open again
    const stop = $effect.root(() => {
      const isOn = $derived(isPlayed(session));
      const isOver = $derived(isGone(session));
      const game = $derived(isOn ? (session.match?.game ?? null) : null);
      $effect(() => {
        const now = game;
        untrack(() => playedHere.noteGame(session.id, now));
        return () => untrack(() => playedHere.noteGame(session.id, null));
      });
      $effect(() => {
        if (isOver) untrack(() => this.#close(session));
        if (isOver || isOn === false) playedHere.note(session.id, false);
        else if (isOn) playedHere.find(session.id); // its match has begun while nobody looked
      });
    });
    this.#stops.set(session, stop);
  }

  #close(session: Session): void {
    this.#forget(session);
    session.close();
  }

  #forget(session: Session): void {
    this.#stops.get(session)?.();
    this.#stops.delete(session);
    this.sessions = this.sessions.filter((one) => one !== session);
  }
}

export const keptTables = new KeptTables();

/** Whether somebody plays a match there; null while that is not known. */
export function isPlayed({ table, you, chair, match }: Session): boolean | null {
  if (!table || !you) return null;
  if (chair === null || !table.is_playing || !table.seats.includes(chair)) return false;
  return match?.id === table.match ? isGoingOn(match) : null;
}

/** Whether there is no such table any more, or no chair of ours at it. */
function isGone({ connection, table, you, chair }: Session): boolean {
  if (connection === 'no table' || connection === 'refused') return true;
  return table !== null && you !== null && chair === null;
}
