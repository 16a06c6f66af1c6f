// Short sentences that come and go: what was refused, what was copied.

import { NoticeQueue } from './noticeQueue';

/** Why something failed, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

class Notices {
  text = $state<string | null>(null);
  readonly #queue = new NoticeQueue((text) => (this.text = text));

  show(text: string, lasts?: number): void {
    this.#queue.add(text, lasts);
  }

  /** What was told before has nothing to do with what is on now. */
  clear(): void {
    this.#queue.clear();
  }

  close(): void {
    this.#queue.next();
  }

  /** Say why something failed. An arrow function, so that it can be passed as a callback. */
  readonly showError = (error: unknown): void => {
    this.show(reasonOf(error));
  };
}

export const notices = new Notices();
