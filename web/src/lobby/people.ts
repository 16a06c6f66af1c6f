// The other people at a table, and what can be done about them. Pure.

import type { ChatLine, Guest, Presence, Table } from '../wire/generated/table';

export interface Person {
  guest: Guest;
  chair: number | null; // null: they only watch, or were sent away
  isInPlay: boolean;
  isSentAway: boolean;
}

/** Everybody who sits here, has spoken, or was sent away, but for oneself. */
export function peopleAt(table: Table, lines: readonly ChatLine[], you: string | null): Person[] {
  const seated = table.chairs.flatMap(({ owner }, chair) =>
    owner ? [{ guest: owner, chair, isInPlay: isInPlay(table, chair), isSentAway: false }] : [],
  );
  const others = new Map<string, Guest>();
  for (const { guest } of lines) others.set(guest.id, guest);
  for (const guest of table.sent_away) others.set(guest.id, guest);
  const gone = new Set(table.sent_away.map(({ id }) => id));
  const watching = [...others.values()]
    .filter(({ id }) => !seated.some(({ guest }) => guest.id === id))
    .map((guest) => ({ guest, chair: null, isInPlay: false, isSentAway: gone.has(guest.id) }));
  return [...seated, ...watching].filter(({ guest }) => guest.id !== you);
}

/** Whether somebody was sent away from this table, and may not sit here until the host lets them. */
export function isRemoved(
  { sent_away }: Pick<Table, 'sent_away'>,
  who: string | undefined,
): boolean {
  return sent_away.some(({ id }) => id === who);
}

/** Whether nobody else who began the match still plays; the server knows for how long. Bots that
    began it are never gone: the match would go on with them. */
export function areOthersGone(
  table: Table,
  presence: Presence | null,
  seat: number,
  resigned: readonly number[],
): boolean {
  if (hasOwnBots(table)) return false;
  const settled = [seat, ...table.conceded, ...resigned];
  const others = table.people.filter((one) => !settled.includes(one));
  return (
    others.length > 0 &&
    !others.some((one) => table.voted_away.includes(one)) &&
    others.every((one) => {
      const { owner = null, bot = null } = table.chairs[table.seats[one] ?? -1] ?? {};
      return !owner || bot !== null || !presence?.guests.includes(owner.id);
    })
  );
}

/** Whether bots began the match, too, and not only in the place of people. */
export function hasOwnBots({ seats, people }: Pick<Table, 'seats' | 'people'>): boolean {
  return seats.length > people.length;
}

export interface Missing {
  seat: number;
  kind: 'left' | 'replaced' | 'away'; // replaced: until they are back
  goneAt: number; // by the server's clock; 0: they are gone
}

/** The other people who began the match and don't play now, without those who gave it up. */
export function missingAt(
  table: Table,
  presence: Presence | null,
  seat: number,
  resigned: readonly number[],
): Missing[] {
  if (!table.is_playing || !presence) return [];
  const settled = new Set([seat, ...table.conceded, ...table.voted_away, ...resigned]);
  return table.people
    .filter((one) => !settled.has(one))
    .flatMap((one): Missing[] => {
      const { owner = null, bot = null } = table.chairs[table.seats[one] ?? -1] ?? {};
      if (!owner) return [{ seat: one, kind: 'left', goneAt: 0 }];
      if (bot !== null) return [{ seat: one, kind: 'replaced', goneAt: 0 }];
      if (presence.guests.includes(owner.id)) return [];
      return [{ seat: one, kind: 'away', goneAt: presence.gone_at[owner.id] ?? 0 }];
    });
}

export function isInPlay(table: Table, chair: number): boolean {
  return table.is_playing && table.seats.includes(chair);
}

/** Whether no other person plays on, so that nobody has to agree to an end: bots do so by themselves. */
export function isAmongBots(
  { people, chairs, seats }: Pick<Table, 'people' | 'chairs' | 'seats'>,
  own: number | null,
  resigned: readonly number[],
): boolean {
  const others = people.filter((seat) => seat !== own && !resigned.includes(seat));
  return others.every((seat) => !chairs[seats[seat] ?? -1]?.owner);
}
