// A clock that goes on while the page is in the background.

const INTERVAL = 2000; // milliseconds, where there are no workers

export class Ticker {
  readonly #tick: () => void;
  #worker: Worker | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tick: () => void) {
    this.#tick = tick;
  }

  start(): void {
    this.stop();
    // At once when somebody looks away, so that the server knows that it may be long.
    document.addEventListener('visibilitychange', this.#tick);
    try {
      this.#worker = new Worker(new URL('./ticking.ts', import.meta.url), { type: 'module' });
      this.#worker.onmessage = this.#tick;
      this.#worker.onerror = () => this.#tickHere();
    } catch {
      this.#tickHere();
    }
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#tick);
    clearInterval(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
  }

  #tickHere(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(this.#tick, INTERVAL);
  }
}
