// The drafts of one kind in this browser, as a page shows and changes them.

import { notices } from '../app/notices.svelte';
import { store, stored } from '../app/storage';
import { m } from '../paraglide/messages';
import {
  droppedFor,
  kept,
  MOST_DRAFTS,
  readDrafts,
  restored,
  without,
  type Draft,
  type Drafts,
} from './drafts';

export class DraftStore<T> {
  list = $state.raw<Drafts<T>>([]);
  readonly #name: string;
  readonly #read: (value: unknown) => T | null;

  constructor(kind: string, read: (value: unknown) => T | null) {
    this.#name = `drafts-${kind}`;
    this.#read = read;
    this.list = readDrafts(stored(this.#name), read);
  }

  /** There is only so much room; whoever loses a draft for it is told. */
  keep(draft: Draft<T>): void {
    let gone: Draft<T> | undefined;
    this.#change((drafts) => {
      gone = droppedFor(drafts, draft);
      return kept(drafts, draft);
    });
    if (gone)
      notices.show(m.ed_draft_gone({ most: MOST_DRAFTS, name: gone.name || m.ed_unnamed() }));
  }

  remove({ id }: Draft<T>): void {
    this.#change((drafts) => without(drafts, id));
  }

  restore(draft: Draft<T>): void {
    this.#change((drafts) => restored(drafts, draft));
  }

  /** Another tab may have kept something meanwhile. Where nothing can be stored, this page knows. */
  #change(change: (drafts: Drafts<T>) => Drafts<T>): void {
    const text = stored(this.#name);
    this.list = change(text === null ? this.list : readDrafts(text, this.#read));
    store(this.#name, JSON.stringify(this.list));
  }
}
