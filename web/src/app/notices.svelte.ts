// Short sentences that come and go: what was refused, what was copied.

const SHOWN_FOR = 5000;

/** Why something failed, in words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

class Notices {
  text = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string, lasts = SHOWN_FOR): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.text = null), lasts);
  }

  /** Say why something failed. An arrow function, so that it can be passed as a callback. */
  readonly showError = (error: unknown): void => {
    this.show(reasonOf(error));
  };
}

export const notices = new Notices();
