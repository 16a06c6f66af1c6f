// When people were away from their seats in a match, on its clock, and what is told of it. Pure.

import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';
import type { TimedEntry } from './entries';

export interface Away {
  seat: number;
  since: number;
  until: number; // Infinity: they are not back
  hasLeft: boolean; // the table, for good
  isVotedOut: boolean; // by the others
}

export function awayIn(
  { absences, voted_away }: Pick<Table, 'absences' | 'voted_away'>,
  openedAt: number,
): Away[] {
  return absences.map(({ seat, since, until, has_left }) => ({
    seat,
    since: since - openedAt,
    until: until === null ? Infinity : until - openedAt,
    hasLeft: has_left,
    isVotedOut: has_left && voted_away.includes(seat),
  }));
}

/** A vote to remove somebody, on the clock of the match. */
interface Voted {
  seat: number; // on whom
  by: number; // -1: not known, of an earlier version
  at: number;
  takenBackAt: number | null;
}

export function votesIn(
  { votes, seats }: Pick<Table, 'votes' | 'seats'>,
  openedAt: number,
): Voted[] {
  return votes.map(({ chair, seat, at, taken_back_at }) => ({
    seat: seats.indexOf(chair),
    by: seat ?? -1,
    at: at - openedAt,
    takenBackAt: taken_back_at === null ? null : taken_back_at - openedAt,
  }));
}

/** Whether something else than the person who began the match there did what a seat did then. */
export function isAwayAt(away: readonly Away[], seat: number, at: number): boolean {
  return away.some((one) => one.seat === seat && one.since <= at && at <= one.until);
}

/** What is told at a moment of a match. */
export interface ToldAt {
  at: number;
  text: string;
}

interface Telling {
  you: number | null;
  isPassed: boolean; // nobody plays for those who are away
  name: (seat: number) => string;
  votes: readonly Voted[];
}

/** Who voted on others, of whom nobody is told that they are voted on; who went and who came back,
    with whom votes on them lapse, of those who have resigned only that they left. */
export function awayTold(
  away: readonly Away[],
  entries: readonly TimedEntry[],
  { you, isPassed, name: nameOf, votes }: Telling,
): ToldAt[] {
  const told = away.flatMap((absence): ToldAt[] => {
    const { seat, since, until, hasLeft, isVotedOut } = absence;
    if (seat === you) return ownTold(absence, isPassed);
    const name = nameOf(seat);
    const hasResigned = since >= resignedAt(entries, seat);
    if (hasLeft) {
      const bot = isPassed || hasResigned ? '' : ` ${m.missing_bot_plays()}`;
      const left = isVotedOut ? m.voted_out({ name }) : m.has_left({ name });
      return [{ at: since, text: left + bot }];
    }
    if (hasResigned) return [];
    const others = away.filter((other) => other.seat === seat);
    const isBack = until < Infinity && !others.some((other) => other.since === until);
    const before = Math.max(0, ...others.map((other) => other.until).filter((end) => end < until));
    const lapsed = votes.some(
      (on) => on.seat === seat && on.takenBackAt === null && before < on.at && on.at <= until,
    )
      ? ` ${m.told_vote_lapsed()}`
      : '';
    return [
      { at: since, text: isPassed ? m.missing_pass({ name }) : m.missing_bot({ name }) },
      ...(isBack ? [{ at: until, text: m.has_come_back({ name }) + lapsed }] : []),
    ];
  });
  const voted = votes.flatMap(({ seat, by, at, takenBackAt }): ToldAt[] => {
    if (seat === you) return [];
    const names = { name: by < 0 ? m.somebody() : nameOf(by), other: nameOf(seat) };
    const [cast, back] =
      by === you ? [m.told_vote_you, m.told_vote_back_you] : [m.told_vote, m.told_vote_back];
    const vote = { at, text: cast(names) };
    return takenBackAt === null ? [vote] : [vote, { at: takenBackAt, text: back(names) }];
  });
  return [...voted, ...told].toSorted((one, other) => one.at - other.at);
}

function ownTold({ since, until, hasLeft, isVotedOut }: Away, isPassed: boolean): ToldAt[] {
  if (isVotedOut) return [{ at: since, text: `${m.out_voted()}.` }];
  return hasLeft || isPassed || until === Infinity ? [] : [{ at: since, text: m.told_away_you() }];
}

function resignedAt(entries: readonly TimedEntry[], seat: number): number {
  const isOf = (event: unknown): boolean => {
    const { type, seat: of } = event as { type: string; seat?: number };
    return type === 'Resigned' && of === seat;
  };
  return entries.find(({ events }) => events.some(isOf))?.at ?? Infinity;
}
