// Looking back at a round that is over: which one, and its best solutions on the board.

import { notices } from '../../app/notices.svelte';
import { BestSolutions } from './best.svelte';
import type { RicochetHistory } from './history.svelte';
import type { RicochetMatch } from './match.svelte';
import { Walk } from './playback/walk.svelte';

export class Review {
  readonly best = new BestSolutions();
  readonly walk = new Walk();
  readonly #history: RicochetHistory;
  readonly #match: RicochetMatch;
  #chosen = $state<number | null>(null); // the number of a round; null is that which has just ended

  constructor(history: RicochetHistory, match: RicochetMatch) {
    this.#history = history;
    this.#match = match;
  }

  /** None as long as the one that has just ended is not known yet. */
  readonly round = $derived.by(() => {
    const wanted = this.#chosen ?? this.#match.view.round;
    return this.#history.rounds.find(({ number }) => number === wanted);
  });
  /** Whether a solution is on the board; only between rounds may one look at it. */
  readonly isOpen = $derived.by(
    () => this.best.solved !== null && this.round !== undefined && this.#match.isBetweenRounds,
  );

  async open(): Promise<void> {
    if (!this.round) return;
    await this.best.findOfRound(this.#match.id, this.round.number);
    if (this.best.refusal) notices.show(this.best.refusal);
  }

  /** To the round before or after; a solution that is shown gives way to that of the other round. */
  turnTo(by: -1 | 1): void {
    const wasOpen = this.best.solved !== null;
    const next = (this.round?.number ?? 0) + by;
    this.close();
    this.#chosen = next;
    if (wasOpen) void this.open();
  }

  /** Look at a round, with its best solution on the board. */
  show(number: number): void {
    this.close();
    this.#chosen = number;
    void this.open();
  }

  close(): void {
    this.best.forget();
    this.walk.pause();
    this.#chosen = null;
  }
}
