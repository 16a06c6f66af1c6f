// A match of Ricochet as one seat sees it: all of it follows from the latest view and what is legal.

import type { Command, Heading, Robot, State } from '../../wire/generated/ricochet';
import type { Match } from '../../wire/session.svelte';

export class RicochetMatch {
  readonly #match: () => Match;

  constructor(match: () => Match) {
    this.#match = match;
  }

  readonly view = $derived.by(() => this.#match().view as State);
  readonly #legal = $derived.by(() => this.#match().legal as readonly Command[]);
  readonly phase = $derived.by(() => this.view.phase);
  readonly id = $derived.by(() => this.#match().id);
  readonly target = $derived.by(() => (this.phase.type === 'Pause' ? null : this.phase.target));
  readonly isBetweenRounds = $derived.by(() => this.phase.type === 'Pause');

  /** The numbers of moves that may be bid. */
  readonly bids = $derived.by(() =>
    this.#legal.flatMap((command) => (command.type === 'Bid' ? [command.moves] : [])),
  );
  readonly canTurn = $derived.by(() => this.#may('TurnToken'));
  readonly canTakeBack = $derived.by(() => this.#may('TakeBack'));
  readonly canGiveUp = $derived.by(() => this.#may('GiveUp'));
  /** The moves that a proof may go on with. */
  readonly moves = $derived.by(() => {
    const all = new Map<Robot, Heading[]>();
    for (const command of this.#legal) {
      if (command.type !== 'MakeMove') continue;
      const { robot, heading } = command.move;
      all.set(robot, [...(all.get(robot) ?? []), heading]);
    }
    return all;
  });

  /** The bids in their order: as they were made or, in a proof, will be proved. */
  readonly standingBids = $derived.by(() => {
    if (this.phase.type === 'Bidding') return this.phase.bids;
    return this.phase.type === 'Proving' ? this.phase.queue : [];
  });
  readonly ownBid = $derived.by(() =>
    this.phase.type === 'Bidding'
      ? (this.phase.bids.find(({ seat }) => seat === this.#match().seat)?.moves ?? null)
      : null,
  );
  /** The slides of the proof that is being shown. */
  readonly slides = $derived.by(() => (this.phase.type === 'Proving' ? this.phase.slides : []));
  readonly goneTokens = $derived.by(() => [...this.view.won.flat(), ...this.view.missed]);

  /** When the hourglass runs out, by performance.now(); null if it does not run. */
  readonly ends = $derived.by(() =>
    'until' in this.phase && this.phase.until !== null
      ? this.#match().zero + this.phase.until
      : null,
  );
  readonly lasts = $derived.by(() => {
    const { proof_seconds, hourglass_seconds, hourglass_turns } = this.view.settings;
    const isProof = this.phase.type === 'Proving';
    return 1000 * (isProof ? proof_seconds : hourglass_seconds * hourglass_turns);
  });
  readonly hasHourglass = $derived.by(
    () =>
      this.phase.type === 'Bidding' ||
      (this.phase.type === 'Proving' && this.phase.until !== null) ||
      (this.phase.type === 'Thinking' && this.phase.sand_runs),
  );

  #may(type: Command['type']): boolean {
    return this.#legal.some((command) => command.type === type);
  }
}
