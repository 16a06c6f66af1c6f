// A streak or a race that somebody takes part in, or waits for. The server has the clock; the page
// asks again and again how it stands.

import { me } from '../app/guest.svelte';
import { get, post } from '../wire/http';
import type { PuzzleAttempt, RunPuzzle, RunShown } from '../wire/generated/table';
import { notices } from '../app/notices.svelte';
import { pauseBefore } from './asking';
import { m } from '../paraglide/messages';
import { PuzzleSession, type Judge } from './session.svelte';

export class RunWatch {
  run = $state.raw<RunShown | null>(null);
  session = $state.raw<PuzzleSession | null>(null);
  problem = $state<string | null>(null);
  readonly #code: string;
  #number = -1; // of the puzzle in the session
  #offset = 0; // of the server's clock
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string) {
    this.#code = code;
  }

  /** Look now and then, until it is over. */
  async watch(): Promise<void> {
    try {
      this.take(await get('/api/puzzles/runs/{run}', { path: { run: this.#code } }));
      this.problem = null;
    } catch (error) {
      if (!this.run) this.problem = error instanceof Error ? error.message : String(error);
    }
    if (this.run?.state !== 'over' && !this.problem)
      this.#timer = setTimeout(
        () => void this.watch(),
        pauseBefore(this.run, Date.now() + this.#offset),
      );
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  join(): Promise<void> {
    const path = { run: this.#code };
    return this.#act(async () => {
      await me.ensure();
      return post('/api/puzzles/runs/{run}/join', { path, body: {} });
    });
  }

  leave(): Promise<void> {
    const path = { run: this.#code };
    return this.#act(() => post('/api/puzzles/runs/{run}/leave', { path, body: {} }));
  }

  start(): Promise<void> {
    const path = { run: this.#code };
    return this.#act(() => post('/api/puzzles/runs/{run}/start', { path, body: {} }));
  }

  /** Go past the puzzle that one is at. */
  skip(): Promise<void> {
    return this.#act(async () => (await this.#answer(null)).run);
  }

  /** Milliseconds until a moment of the server's clock. */
  until(moment: number, now: number): number {
    return Math.max(0, moment - (now + this.#offset));
  }

  take(run: RunShown): void {
    this.run = run;
    this.#offset = run.now - Date.now();
    if (run.puzzle?.number === this.#number) return;
    this.#number = run.puzzle?.number ?? -1;
    this.session = run.puzzle && new PuzzleSession(attemptAt(run, run.puzzle), this.#judge());
  }

  async #act(act: () => Promise<RunShown>): Promise<void> {
    try {
      this.take(await act());
    } catch (error) {
      notices.showError(error);
    }
  }

  #answer(answer: string | null) {
    const [path, number] = [{ run: this.#code }, this.#number];
    return post('/api/puzzles/runs/{run}/answer', { path, body: { number, answer, network: 0 } });
  }

  /** In a run there are no hints, and solutions are told when it is over. */
  #judge(): Judge {
    const refuse = () => Promise.reject(new Error(m.pz_run_no_help()));
    return {
      hint: refuse,
      giveUp: refuse,
      review: refuse,
      answer: async (answer) => {
        const { attempt } = this.session ?? { attempt: null };
        const { run, is_solved, extra } = await this.#answer(answer);
        this.take(run);
        return { attempt: attempt as PuzzleAttempt, is_solved, extra, step: null, outlook: null };
      },
    };
  }
}

function attemptAt({ now }: RunShown, { puzzle, text, started_at }: RunPuzzle): PuzzleAttempt {
  return {
    puzzle,
    text,
    mode: 'mix',
    is_rated: false,
    state: 'open',
    started_at,
    now,
    hints: 0,
    answers: 0,
    extra: null,
    score: null,
    seconds: null,
    first_extra: null,
  };
}
