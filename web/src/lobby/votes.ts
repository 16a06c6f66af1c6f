// Votes of players to remove another one from their match. Pure.

import type { Guest, Presence, Table, Vote } from '../wire/generated/table';
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

const FEWEST = 2; // as many have to agree, at least

/** Whether this guest may vote on the player on a chair, and has not yet. */
export function canVoteOn(
  table: Table,
  presence: Presence | null,
  chair: number,
  you: string | undefined,
  resigned: readonly number[],
): boolean {
  if (you === undefined || !isInPlay(table, chair) || !table.chairs[chair]?.owner) return false;
  if (resigned.includes(table.seats.indexOf(chair)) || hasVotedOn(table, chair, you)) return false;
  const voters = votersOn(table, presence, chair, resigned);
  return voters.includes(you) && voters.length >= FEWEST;
}

/** The votes on the player on a chair that count. */
function standingOn(table: Table, chair: number): Vote[] {
  if (!isInPlay(table, chair)) return [];
  return table.votes.filter((vote) => vote.chair === chair && !vote.has_lapsed);
}

export function hasVotedOn(table: Table, chair: number, you: string | undefined): boolean {
  return standingOn(table, chair).some(({ guest }) => guest === you);
}

export function isVotedOn(table: Table, chair: number): boolean {
  return standingOn(table, chair).length > 0;
}

export function hasVotes(table: Table): boolean {
  return table.seats.some((chair) => isVotedOn(table, chair));
}

/** How many would remove the player on a chair, of how many who are needed for it: both as the server
    counts. */
export function tallyOn(
  table: Table,
  presence: Presence | null,
  chair: number,
  resigned: readonly number[],
): { count: number; needed: number } {
  const voters = votersOn(table, presence, chair, resigned);
  const voted = standingOn(table, chair).filter(({ guest }) => voters.includes(guest));
  const most = Math.floor(voters.length / 2) + 1;
  return { count: voted.length, needed: Math.max(FEWEST, most) };
}

/** A vote on the player on a chair, who are not asked themselves. */
export interface OpenVote {
  chair: number;
  by: Guest; // who voted first
  at: number;
  count: number;
  needed: number;
}

/** The votes that this guest may join. */
export function openVotes(
  table: Table,
  presence: Presence | null,
  you: string | undefined,
  resigned: readonly number[],
): OpenVote[] {
  return table.seats.flatMap((chair) => {
    if (!canVoteOn(table, presence, chair, you, resigned)) return [];
    const voters = votersOn(table, presence, chair, resigned);
    const first = standingOn(table, chair).find(({ guest }) => voters.includes(guest));
    const by = table.chairs.find(({ owner }) => owner?.id === first?.guest)?.owner;
    if (!first || !by) return [];
    return [{ chair, by, at: first.at, ...tallyOn(table, presence, chair, resigned) }];
  });
}
