// A match of Ricochet as one seat sees it: all of it follows from the latest view and what is legal.

import type { Command, Heading, Robot, State } from '../../wire/generated/ricochet';
import type { Match } from '../../wire/session.svelte';
import { endTalkOf } from '../../table/endTalk';
import { agreementOf, MOVE_WITHIN, untilOf } from './agreement';
import { standingBids } from './bids';

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
  readonly canClaim = $derived.by(() => this.#may('ClaimRoute'));
  readonly canTurnGlass = $derived.by(() => this.#may('TurnGlass'));
  /** What the players can agree on now; null if there is nothing. */
  readonly agreement = $derived.by(() => agreementOf(this.view, this.#match().seat));
  readonly canAgree = $derived.by(
    () => this.agreement !== null && this.#may(this.agreement.command),
  );
  /** Whether the players would end the match (RC27). */
  readonly endTalk = $derived.by(() =>
    endTalkOf(this.view, this.view.won.length, this.#match().seat, this.#legal),
  );
  /** Whether somebody has asked for the hourglass, which has to wait. */
  readonly isGlassAsked = $derived.by(
    () =>
      this.phase.type === 'Thinking' &&
      !this.phase.sand_runs &&
      this.phase.until !== null &&
      this.view.settings.patience_seconds === 0,
  );
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

  readonly standingBids = $derived.by(() => standingBids(this.view));
  /** Alone, one says "I have it" instead of a number. */
  readonly hasClaims = $derived.by(() => this.view.settings.solo && !this.view.settings.solo_bids);
  /** How many moves of the proof count: where taking back is not free, those taken back do, too. */
  readonly countedMoves = $derived.by(() => {
    if (this.phase.type !== 'Proving') return 0;
    const isFree = this.view.settings.take_back === 'free';
    return this.phase.slides.length + (isFree ? 0 : this.phase.taken_back);
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
  readonly ends = $derived.by(() => {
    const until = untilOf(this.view);
    return until === null ? null : this.#match().zero + until;
  });
  readonly lasts = $derived.by(() => {
    const { proof_seconds, hourglass_seconds, hourglass_turns } = this.view.settings;
    if (this.phase.type !== 'Proving') return 1000 * hourglass_seconds * hourglass_turns;
    return proof_seconds ? 1000 * proof_seconds : MOVE_WITHIN;
  });
  readonly hasHourglass = $derived.by(
    () =>
      this.phase.type === 'Bidding' ||
      (this.phase.type === 'Proving' && untilOf(this.view) !== null) ||
      (this.phase.type === 'Thinking' && this.phase.sand_runs),
  );

  #may(type: Command['type']): boolean {
    return this.#legal.some((command) => command.type === type);
  }
}
