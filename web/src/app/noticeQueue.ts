// Short sentences, one after the other: each is shown as long as it takes to read it.

const SHORTEST = 4000; // milliseconds
const PER_LETTER = 70; // milliseconds: for those who read slowly
const GLANCE = 2000; // milliseconds, while others wait
const MOST = 3; // that wait; what is older says nothing any more

/** How long a sentence is shown where no other waits. */
export function readingTime(text: string): number {
  return Math.max(SHORTEST, PER_LETTER * text.length);
}

interface Waiting {
  text: string;
  lasts: number;
}

export class NoticeQueue {
  #shown: Waiting | null = null;
  #since = 0;
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #show: (text: string | null) => void;

  constructor(show: (text: string | null) => void) {
    this.#show = show;
  }

  /** Nothing is said twice at a time. */
  add(text: string, lasts = readingTime(text)): void {
    const others = this.#waiting.filter((one) => one.text !== text);
    if (this.#shown?.text !== text) this.#waiting = [...others, { text, lasts }].slice(-MOST);
    if (this.#shown) this.#plan();
    else this.next();
  }

  /** Nothing is shown, and nothing waits any more. */
  clear(): void {
    this.#waiting = [];
    this.next();
  }

  /** Show what comes next, or nothing. */
  next(): void {
    clearTimeout(this.#timer);
    this.#shown = this.#waiting.shift() ?? null;
    this.#since = performance.now();
    this.#show(this.#shown?.text ?? null);
    if (this.#shown) this.#plan();
  }

  #plan(): void {
    const lasts = this.#shown?.lasts ?? 0;
    const ends = this.#since + (this.#waiting.length ? Math.min(GLANCE, lasts) : lasts);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.next(), Math.max(0, ends - performance.now()));
  }
}
