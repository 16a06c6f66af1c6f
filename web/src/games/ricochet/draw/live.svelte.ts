// What the server says of a drawing while it is drawn: asked a moment after the last stroke, and only
// the latest answer counts.

import type { Surveyed } from '../../../wire/generated/ricochet';
import { get, Refusal } from '../../../wire/http';
import { m } from '../../../paraglide/messages';

const PAUSE = 200; // milliseconds without a change
const BUSY = 503; // the server has much to do, or compiles its solver
const RETRY = 3000; // milliseconds

export interface Question {
  board: string;
  robots: string;
  target: string | null;
  rule: string;
}

export class LiveSurvey {
  answer = $state.raw<Surveyed | null>(null);
  problem = $state<string | null>(null); // why there is no answer
  isAsking = $state(false);
  isThorough = $state(false); // the answer took all the time it needed
  #answered = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;

  /** Ask after a pause. Which target is chosen only decides what is looked at first. */
  ask(question: Question): void {
    const about = `${question.board} ${question.robots} ${question.rule}`;
    if (about === this.#answered && !this.#lacks(question.target)) return;
    this.stop();
    this.isAsking = true;
    this.#timer = setTimeout(() => void this.#ask(question, about, false), PAUSE);
  }

  /** The same with as much time as the server gives. */
  askAgain(question: Question): void {
    this.stop();
    this.isAsking = true;
    void this.#ask(question, `${question.board} ${question.robots} ${question.rule}`, true);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.isAsking = false;
  }

  #lacks(target: string | null): boolean {
    const known = this.answer?.lengths.find((length) => length.target === target);
    return known?.outcome === 'out of time' && !this.isThorough;
  }

  async #ask(question: Question, about: string, thorough: boolean): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    try {
      const answer = await get('/api/ricochet/survey', {
        query: { ...question, thorough },
        signal: request.signal,
      });
      if (request.signal.aborted) return;
      [this.answer, this.problem, this.isThorough, this.#answered] = [
        answer,
        null,
        thorough,
        about,
      ];
    } catch (error) {
      if (request.signal.aborted) return;
      this.answer = null;
      this.#answered = '';
      this.problem = error instanceof Refusal ? error.message : m.server_away();
      if (error instanceof Refusal && error.status === BUSY)
        this.#timer = setTimeout(() => void this.#ask(question, about, thorough), RETRY);
    }
    this.isAsking = false;
  }
}
