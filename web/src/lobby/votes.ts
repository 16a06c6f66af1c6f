// Votes of players to remove another one from their match. Pure.

import type { Guest, Presence, Table } from '../wire/generated/table';
import { isInPlay } from './people';

/** Who may vote on the player on a chair: those who still play for themselves, and are here. */
export function votersOn(
  table: Table,
  presence: Presence | null,
  chair: number,
  resigned: readonly number[],
): string[] {
  return table.seats
    .filter((at, seat) => at !== chair && !resigned.includes(seat))
    .flatMap((at) => {
      const { owner = null, bot = null } = table.chairs[at] ?? {};
      return owner && !bot && presence?.guests.includes(owner.id) ? [owner.id] : [];
    });
}

const MOST_TO_VOTE = 2; // as many have to agree, at least

/** Whether this guest may vote on the player on a chair, and has not yet. */
export function canVoteOn(
  table: Table,
  presence: Presence | null,
  chair: number,
  you: string | undefined,
  resigned: readonly number[],
): boolean {
  if (you === undefined || !isInPlay(table, chair) || !table.chairs[chair]?.owner) return false;
  if (resigned.includes(table.seats.indexOf(chair))) return false;
  if (table.votes.some((vote) => vote.chair === chair && vote.guest === you)) return false;
  const voters = votersOn(table, presence, chair, resigned);
  return voters.includes(you) && voters.length >= MOST_TO_VOTE;
}

/** A vote on the player on a chair, who are not asked themselves. */
export interface OpenVote {
  chair: number;
  by: Guest; // who voted first
  count: number;
  all: number;
}

/** The votes that this guest may join. */
export function openVotes(
  table: Table,
  presence: Presence | null,
  you: string | undefined,
  resigned: readonly number[],
): OpenVote[] {
  return [...new Set(table.votes.map(({ chair }) => chair))].flatMap((chair) => {
    if (!canVoteOn(table, presence, chair, you, resigned)) return [];
    const voters = votersOn(table, presence, chair, resigned);
    const voted = table.votes.filter((vote) => vote.chair === chair && voters.includes(vote.guest));
    const by = table.chairs.find(({ owner }) => owner?.id === voted[0]?.guest)?.owner;
    return by ? [{ chair, by, count: voted.length, all: voters.length }] : [];
  });
}
