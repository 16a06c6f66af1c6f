// A puzzle that somebody tries: hints, answers, what was said of them, and what is told afterwards.
// The server judges; without a network, this browser does.

import { m } from '../paraglide/messages';
import { Refusal } from '../wire/http';
import type {
  AnswerJudged,
  PuzzleHint,
  PuzzleAttempt,
  PuzzleReview,
  PuzzleFacts,
  RatingOutlook,
  RatingStep,
} from '../wire/generated/table';

/** What is told when it is over. Without a network nobody knows how others did. */
export type Reviewed = Pick<
  PuzzleReview,
  'length' | 'solutions' | 'solution_count' | 'themes' | 'answer' | 'left'
> & { others: Pick<PuzzleReview, 'rating' | 'people' | 'solved'> | null };

export interface Judge {
  hint: (level: number) => Promise<PuzzleHint>;
  answer: (answer: string) => Promise<AnswerJudged>;
  giveUp: () => Promise<AnswerJudged>;
  review: () => Promise<Reviewed>;
}

export class PuzzleSession {
  attempt = $state.raw() as PuzzleAttempt;
  judged = $state.raw<AnswerJudged | null>(null); // of the last answer, as long as it is shown
  step = $state.raw<RatingStep | null>(null); // what it changed
  outlook = $state.raw<RatingOutlook | null>(null); // how much is left until the rating is sure
  hint = $state.raw<PuzzleHint | null>(null);
  review = $state.raw<Reviewed | null>(null);
  unsent = $state<string | null>(null); // an answer that the server did not get
  isBusy = $state(false);
  refusal = $state<string | null>(null);
  tries = $state(0); // how often somebody began anew
  readonly isOver = $derived(this.attempt.state !== 'open');
  readonly #judge: Judge;

  constructor(attempt: PuzzleAttempt, judge: Judge) {
    this.attempt = attempt;
    this.#judge = judge;
    if (this.isOver) void this.#look();
    else if (attempt.hints) void this.askHint(attempt.hints);
  }

  get puzzle(): PuzzleFacts {
    return this.attempt.puzzle;
  }

  get text(): string {
    return this.attempt.text;
  }

  /** The next hint, or one that was given before: the same again costs nothing. */
  askHint(level = (this.hint?.level ?? 0) + 1): Promise<void> {
    return this.#work(async () => {
      this.hint = await this.#judge.hint(level);
    });
  }

  answer(answer: string): Promise<void> {
    this.unsent = answer;
    return this.#work(async () => {
      await this.#take(await this.#judge.answer(answer));
      this.unsent = null;
    });
  }

  /** The same answer once more, if the server did not get it. */
  async sendAgain(): Promise<void> {
    if (this.unsent !== null && !this.isBusy) await this.answer(this.unsent);
  }

  giveUp(): Promise<void> {
    return this.#work(async () => this.#take(await this.#judge.giveUp()));
  }

  /** Begin anew, with the same attempt. */
  retry(): void {
    this.judged = null;
    this.unsent = null;
    this.refusal = null;
    this.tries += 1;
  }

  async #take(judged: AnswerJudged): Promise<void> {
    this.judged = judged;
    this.step ??= judged.step;
    this.outlook ??= judged.outlook;
    this.attempt = judged.attempt;
    if (this.isOver) await this.#look();
  }

  async #look(): Promise<void> {
    try {
      this.review = await this.#judge.review();
    } catch (error) {
      this.refusal = messageOf(error);
    }
  }

  async #work(act: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    this.refusal = null;
    try {
      await act();
    } catch (error) {
      this.refusal = this.unsent !== null && isAway(error) ? m.pz_unsent() : messageOf(error);
      // What the server has refused is not sent again.
      if (error instanceof Refusal && error.status >= 400 && error.status < 500) this.unsent = null;
    } finally {
      this.isBusy = false;
    }
  }
}

/** Whether the server cannot be reached. */
function isAway(error: unknown): boolean {
  return error instanceof Refusal && error.status === 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
