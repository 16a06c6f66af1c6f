// How everybody played a match, in figures, and the find of the match. Pure.

import { isAwayAt, type Away } from '../../table/absences';
import type { Round, State } from '../../wire/generated/ricochet';

/** Figures of one seat; null where there is nothing to count. */
export interface Figures {
  over: number | null; // moves of its winning proofs over the shortest, on average
  firstBid: number | null; // milliseconds until its first bid of a round, on average
  longest: number | null; // moves of its longest proof that worked
  proved: number; // proofs that worked
  tried: number; // proofs
}

/** A tie without a single token, of which nobody is proud. */
export function isEmptyTie(won: State['won'], winners: readonly number[]): boolean {
  return winners.length > 1 && won.every((tokens) => !tokens.length);
}

/** Moves of the shortest solution by the number of the round, as far as it is known. */
export type Shortest = ReadonlyMap<number, number>;

export function figuresOf(rounds: readonly Round[], seats: number, shortest: Shortest): Figures[] {
  return Array.from({ length: seats }, (_, seat) => figuresOfSeat(rounds, seat, shortest));
}

function figuresOfSeat(rounds: readonly Round[], seat: number, shortest: Shortest): Figures {
  const proofs = rounds.flatMap(({ proofs }) => proofs.filter((proof) => proof.seat === seat));
  const won = rounds.filter(({ winner }) => winner === seat);
  const lengths = won.map((round) => movesOf(round) ?? 0);
  return {
    over: average(won.flatMap((round) => overShortest(round, shortest) ?? [])),
    firstBid: average(
      rounds.flatMap(({ bids }) => bids.find((bid) => bid.seat === seat)?.after ?? []),
    ),
    longest: lengths.length ? Math.max(...lengths) : null,
    proved: won.length,
    tried: proofs.length,
  };
}

/** How many moves the proof took that won the round; null if nobody did. */
export function movesOf({ winner, proofs }: Round): number | null {
  return winner === null ? null : (proofs.at(-1)?.slides.length ?? null);
}

/** How many moves more than needed; null as long as that is not known. */
export function overShortest(round: Round, shortest: Shortest): number | null {
  const [made, best] = [movesOf(round), shortest.get(round.number)];
  return made === null || best === undefined ? null : made - best;
}

function average(values: readonly number[]): number | null {
  return values.length ? values.reduce((sum, each) => sum + each, 0) / values.length : null;
}

export interface Find {
  round: Round;
  seat: number;
  moves: number;
  other: { seat: number; moves: number } | null; // who never bid as few, the lowest of them
}

const WORTH_TELLING = 4; // moves

/** The longest of the shortest solutions that somebody showed; null if there was none. */
export function findOfMatch(rounds: readonly Round[], shortest: Shortest): Find | null {
  const finds = rounds
    .filter((round) => overShortest(round, shortest) === 0)
    .filter((round) => (movesOf(round) ?? 0) >= WORTH_TELLING);
  const [round] = finds.toSorted((one, other) => (movesOf(other) ?? 0) - (movesOf(one) ?? 0));
  const [seat, moves] = [round?.winner ?? null, round && movesOf(round)];
  if (!round || seat === null || !moves) return null;
  const others = round.bids.filter((bid) => bid.seat !== seat);
  const [best] = others.toSorted((one, other) => one.moves - other.moves);
  // Beside somebody who bid as few nobody shone.
  const other = best && best.moves > moves ? { seat: best.seat, moves: best.moves } : null;
  return { round, seat, moves, other };
}

const MANY = 1000; // tokens, more than there are

export interface Placed {
  seat: number;
  place: number; // shared by those who have equally many
}

/** All seats, the best first: winners, whatever they have, and last of all those who resigned. */
export function ranked(
  { won, resigned }: Pick<State, 'won' | 'resigned'>,
  winners: readonly number[],
): Placed[] {
  const worth = won.map((tokens, seat) => {
    if (winners.includes(seat)) return Infinity;
    return tokens.length - (resigned.includes(seat) ? MANY : 0);
  });
  return worth
    .map((own, seat) => ({ seat, place: 1 + worth.filter((other) => other > own).length }))
    .toSorted((one, other) => one.place - other.place);
}

/** Whether it was the bot that played for somebody, not the player of that seat. */
export function isBotsFind({ round, seat }: Find, away: readonly Away[]): boolean {
  return round.bids.some(
    (bid) => bid.seat === seat && isAwayAt(away, seat, round.began + bid.after),
  );
}

/** The seats at which bots have bid for somebody. */
export function botBidders(rounds: readonly Round[], away: readonly Away[]): number[] {
  const bids = rounds.flatMap((round) =>
    round.bids.filter(({ seat, after }) => isAwayAt(away, seat, round.began + after)),
  );
  return [...new Set(bids.map(({ seat }) => seat))];
}
