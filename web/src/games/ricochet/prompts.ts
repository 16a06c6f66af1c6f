// What a match asks for now, and how it ended, in a sentence.

import { m } from '../../paraglide/messages';
import type { Announced, Bidding, Proving, State } from '../../wire/generated/ricochet';
import { standingBids } from './bids';

interface Listener {
  seat: number | null; // null watches, or has resigned
  canTurn: boolean; // the next token
  isAmongBots?: boolean; // nobody else has to be ready
  name: (seat: number) => string;
  lastFailed?: string | null; // the proof of this round that failed last, in a sentence
  usedUp?: number | null; // moves of one’s own proof, if no more may be made
}

export function promptFor(view: State, listener: Listener): string {
  const { phase, round, settings } = view;
  const isAlone = settings.solo || listener.isAmongBots;
  if ('withdrawn' in phase && phase.withdrawn.some((seat) => seat === listener.seat))
    return m.say_sat_out();
  switch (phase.type) {
    case 'Pause':
      if (!listener.canTurn) return m.say_pause_watch();
      if (!round) return isAlone ? m.say_first_solo() : m.say_first();
      return isAlone ? m.say_pause_solo() : m.say_pause();
    case 'Thinking':
      if (!phase.sand_runs) return listener.seat === null ? m.say_think_watch() : m.say_think();
      if (settings.solo && !settings.solo_bids) return m.say_claim();
      return settings.solo ? m.say_solo() : m.say_last_minute();
    case 'Bidding':
      return bidding(phase, standingBids(view), listener);
    case 'Proving':
      if (settings.solo && !settings.solo_bids) return showing(phase, listener);
      return proving(phase, listener);
  }
}

/** Whether there is anything left to find. */
function bidding(
  { bids, done }: Bidding,
  [lowest]: readonly Announced[],
  { seat, name }: Listener,
): string {
  if (lowest && seat === null)
    return m.told_bid({ name: shortened(name(lowest.seat)), count: lowest.moves });
  if (lowest && lowest.moves > 1) {
    const isDone = seat !== null && done.includes(seat);
    if (lowest.seat === seat) return isDone ? m.say_done_lowest() : m.say_bid_lowest();
    const told = { name: shortened(name(lowest.seat)), count: lowest.moves };
    return isDone ? m.say_done(told) : m.say_bidding(told);
  }
  return bids.some((bid) => bid.seat === seat) ? m.say_bid_one() : m.say_bid_behind_one();
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

/** Whose proof it is: because which one has failed, or whose turn it is if that fails. */
function proving(
  { queue: [prover, next], move_due }: Proving,
  { seat, name, lastFailed, usedUp }: Listener,
): string {
  if (move_due !== null && prover?.seat === seat)
    return usedUp ? `${m.proof_used({ count: usedUp })} ${m.say_hurried_you()}` : m.say_move_due();
  if (usedUp) return m.proof_used({ count: usedUp });
  const sentences = lastFailed ? [lastFailed] : [];
  if (prover?.seat === seat) sentences.push(m.say_prove_you({ count: prover.moves }));
  else if (prover) {
    const told = { name: shortened(name(prover.seat)), count: prover.moves };
    sentences.push(move_due === null ? m.say_prove(told) : m.say_hurried(told));
  }
  if (next && !lastFailed)
    sentences.push(
      next.seat === seat
        ? m.say_next_you({ count: next.moves })
        : m.say_next({ name: shortened(name(next.seat)), count: next.moves }),
    );
  return sentences.join(' ');
}
