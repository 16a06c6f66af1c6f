// What the server says of a drawing while it is drawn: asked a moment after the last stroke, and only
// the latest answer counts.

import type { Checked, CourseFacts, Expected, Reached } from '../../../wire/generated/rally';
import { post } from '../../../wire/http';
import { AGAIN, isBusy } from '../../../wire/patience';

const PAUSE = 350; // milliseconds without a change

abstract class Live<Answer> {
  answer = $state.raw<Answer | null>(null);
  text = $state<string | null>(null); // that it is about
  problem = $state<string | null>(null);
  isAsking = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;

  protected abstract fetch(text: string, signal: AbortSignal): Promise<Answer>;

  ask(text: string, pause = PAUSE): void {
    this.stop();
    if (text === this.text && this.problem === null) return;
    this.isAsking = true;
    this.#timer = setTimeout(() => void this.#ask(text), pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.isAsking = false;
  }

  async #ask(text: string): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    try {
      const answer = await this.fetch(text, request.signal);
      if (this.#request !== request || request.signal.aborted) return;
      [this.answer, this.text, this.problem] = [answer, text, null];
    } catch (error) {
      if (request.signal.aborted) return;
      if (isBusy(error)) {
        this.#timer = setTimeout(() => void this.#ask(text), AGAIN);
        return;
      }
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.isAsking = false;
  }
}

/** Everything wrong with a drawing. */
export class LiveCheck extends Live<Checked> {
  course = $state.raw<CourseFacts | null>(null); // the last one that could be read

  protected async fetch(text: string, signal: AbortSignal): Promise<Checked> {
    const checked = await post('/api/rally/check', { body: { course: text }, signal });
    this.course = checked.course ?? this.course;
    return checked;
  }
}

/** How soon a robot can be anywhere. */
export class LiveReach extends Live<Reached> {
  protected fetch(text: string, signal: AbortSignal): Promise<Reached> {
    return post('/api/rally/reach', { body: { course: text }, signal });
  }
}

/** How many turns the planner expects to need. */
export class LiveOutlook extends Live<Expected> {
  protected fetch(text: string, signal: AbortSignal): Promise<Expected> {
    return post('/api/rally/outlook', { body: { course: text }, signal });
  }
}
