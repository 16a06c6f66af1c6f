// What the server says of a drawing while it is drawn: asked a moment after the last stroke, and only
// the latest answer counts. What is not known by then is searched for once more, with more time.

import type { Surveyed } from '../../../wire/generated/ricochet';
import { get, Refusal } from '../../../wire/http';
import { m } from '../../../paraglide/messages';

const PAUSE = 200; // milliseconds without a change
const BUSY = 503; // the server has much to do, or compiles its solver
const RETRY = 1000; // milliseconds
const WARMING_UP = 'warming-up';
const STILL_AT_IT = 'you-wait-already'; // it has not noticed yet that we gave up the last question

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
  isSearchingOn = $state(false); // there is an answer, and perhaps a better one soon
  #answered = '';
  #isThorough = false; // the answer took all the time it needed
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

  stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.isAsking = this.isSearchingOn = false;
  }

  #lacks(target: string | null): boolean {
    const known = this.answer?.lengths.find((length) => length.target === target);
    return known?.outcome === 'out of time' && !this.#isThorough;
  }

  async #ask(question: Question, about: string, thorough: boolean): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const isGivenUp = () => request.signal.aborted;
    try {
      const answer = await get('/api/ricochet/survey', {
        query: { ...question, thorough },
        signal: request.signal,
      });
      if (isGivenUp()) return;
      [this.answer, this.problem, this.#answered] = [answer, null, about];
      this.#isThorough = thorough;
      this.isSearchingOn =
        !thorough && answer.lengths.some(({ outcome }) => outcome === 'out of time');
      if (this.isSearchingOn) void this.#ask(question, about, true);
    } catch (error) {
      if (isGivenUp()) return;
      this.isSearchingOn = false;
      if (thorough) return; // what we know still holds
      this.#forget(error);
      if (error instanceof Refusal && error.status === BUSY) {
        this.#timer = setTimeout(() => void this.#ask(question, about, thorough), RETRY);
        if (error.code === STILL_AT_IT) return; // it will have noticed by then
      }
    }
    this.isAsking = false;
  }

  #forget(error: unknown): void {
    this.answer = null;
    this.#answered = '';
    if (!(error instanceof Refusal)) this.problem = m.server_away();
    else if (error.code === WARMING_UP) this.problem = m.bd_warming();
    else this.problem = error.code === STILL_AT_IT ? null : error.message;
  }
}
