// When people were away from their seats in a match, on its clock, and what is told of it. Pure.

import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';
import type { TimedEntry } from './entries';

export interface Away {
  seat: number;
  since: number;
  until: number; // Infinity: they are not back
  hasLeft: boolean; // the table, for good
}

export function awayIn({ absences }: Pick<Table, 'absences'>, openedAt: number): Away[] {
  return absences.map(({ seat, since, until, has_left }) => ({
    seat,
    since: since - openedAt,
    until: until === null ? Infinity : until - openedAt,
    hasLeft: has_left,
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
}

/** Who went and who came back; of those who have resigned, only that they left the table. */
export function awayTold(
  away: readonly Away[],
  entries: readonly TimedEntry[],
  telling: Telling,
): ToldAt[] {
  return away
    .flatMap((one): ToldAt[] => {
      const { seat, since, until } = one;
      const hasResigned = since >= resignedAt(entries, seat);
      if (hasResigned) return one.hasLeft ? [{ at: since, text: left(one, telling) }] : [];
      const isBack =
        until < Infinity && !away.some((other) => other.seat === seat && other.since === until);
      return [
        { at: since, text: gone(one, telling) },
        ...(isBack ? [{ at: until, text: back(one, telling) }] : []),
      ];
    })
    .toSorted((one, other) => one.at - other.at);
}

function resignedAt(entries: readonly TimedEntry[], seat: number): number {
  const isOf = (event: unknown): boolean => {
    const { type, seat: of } = event as { type: string; seat?: number };
    return type === 'Resigned' && of === seat;
  };
  return entries.find(({ events }) => events.some(isOf))?.at ?? Infinity;
}

function left({ seat }: Away, { name }: Telling): string {
  return m.has_left({ name: name(seat) });
}

function gone(one: Away, telling: Telling): string {
  const { you, isPassed, name } = telling;
  if (one.hasLeft)
    return isPassed ? left(one, telling) : `${left(one, telling)} ${m.missing_bot_plays()}`;
  if (one.seat === you) return isPassed ? m.told_nobody_for_you() : m.told_bot_for_you();
  return isPassed
    ? m.missing_pass({ name: name(one.seat) })
    : m.missing_bot({ name: name(one.seat) });
}

function back({ seat }: Away, { you, name }: Telling): string {
  return seat === you ? m.told_you_are_back() : m.has_come_back({ name: name(seat) });
}
