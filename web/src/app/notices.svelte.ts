// Short sentences that come and go: what was refused, what was copied.

const SHOWN_FOR = 5000;

class Notices {
  text = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.text = null), SHOWN_FOR);
  }

  /** Say why something failed; it is handed over to whoever may have to. */
  readonly complain = (error: unknown): void => {
    this.say(error instanceof Error ? error.message : String(error));
  };
}

export const notices = new Notices();
