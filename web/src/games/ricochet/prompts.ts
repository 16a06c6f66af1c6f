// What a match asks for now, and how it ended, in a sentence.

import { m } from '../../paraglide/messages';
import type { Bidding, Proving, State } from '../../wire/generated/ricochet';

interface Listener {
  seat: number | null; // null watches
  canTurn: boolean; // the next token
  name: (seat: number) => string;
}

export function promptFor({ phase, round, settings }: State, listener: Listener): string {
  switch (phase.type) {
    case 'Pause':
      if (!listener.canTurn) return m.say_pause_watch();
      if (!round) return settings.solo ? m.say_first_solo() : m.say_first();
      return settings.solo ? m.say_pause_solo() : m.say_pause();
    case 'Thinking':
      if (!phase.sand_runs) return m.say_think();
      if (settings.solo && !settings.solo_bids) return m.say_claim();
      return settings.solo ? m.say_solo() : m.say_last_minute();
    case 'Bidding':
      return bidding(phase, listener);
    case 'Proving':
      if (settings.solo && !settings.solo_bids) return showing(phase, listener);
      return proving(phase, listener);
  }
}

/** Whether there is anything left to find. */
function bidding({ bids }: Bidding, { seat }: Listener): string {
  if (bids.every(({ moves }) => moves > 1))
    return isLowest(bids, seat) ? m.say_bid_lowest() : m.say_bidding();
  return seat === null || bids.some((bid) => bid.seat === seat)
    ? m.say_bid_one()
    : m.say_bid_behind_one();
}

/** Whether all others have bid more, or nothing. */
function isLowest(bids: Bidding['bids'], seat: number | null): boolean {
  const own = bids.find((bid) => bid.seat === seat);
  return own !== undefined && bids.every((bid) => bid === own || bid.moves > own.moves);
}

const LONGEST = 14; // letters of a name within a sentence that has two lines

/** A name that leaves room for the rest of the sentence. */
export function shortened(name: string): string {
  const letters = [...name];
  return letters.length > LONGEST
    ? `${letters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
    : name;
}

/** A route of which no number was announced. */
function showing({ queue: [prover] }: Proving, { seat, name }: Listener): string {
  if (!prover) return '';
  return prover.seat === seat
    ? m.say_show_you()
    : m.say_show({ name: shortened(name(prover.seat)) });
}

/** Whose proof it is, and whose turn it is if that fails. */
function proving({ queue: [prover, next], move_due }: Proving, { seat, name }: Listener): string {
  if (move_due !== null && prover?.seat === seat) return m.say_move_due();
  const sentences: string[] = [];
  if (prover)
    sentences.push(
      prover.seat === seat
        ? m.say_prove_you({ count: prover.moves })
        : m.say_prove({ name: shortened(name(prover.seat)), count: prover.moves }),
    );
  if (next)
    sentences.push(
      next.seat === seat
        ? m.say_next_you({ count: next.moves })
        : m.say_next({ name: shortened(name(next.seat)), count: next.moves }),
    );
  return sentences.join(' ');
}
