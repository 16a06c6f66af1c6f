// The names of people and bots at a table.

import { m } from '../paraglide/messages';
import { getLocale } from '../paraglide/runtime';
import type { Table } from '../wire/generated/table';
import { botName, numberAt } from './bots';

/** On the chair of somebody who is away, where nobody plays for them. */
export const PASSED_OVER = 'pass';

const SOMEBODY = '(somebody)';

/** A person's name; whoever has deleted their account is somebody. */
export function personName(name: string): string {
  return name === SOMEBODY ? m.somebody() : name;
}

/** Several names in a sentence: “Ann, Bruno and Carme”. */
export function namesListed(names: readonly string[]): string {
  return new Intl.ListFormat(getLocale()).format(names);
}

const MOST_LISTED = 4; // names
const MOST_LETTERS = 32; // of more names that stand in one line of a phone

/** Several names as a heading; of many only the first ones: “Ann, Bruno, Carme and 5 more”. */
export function namesInShort(names: readonly string[]): string {
  const all = names.join(', ');
  if (names.length <= MOST_LISTED || all.length <= MOST_LETTERS) return all;
  const first = names.slice(0, MOST_LISTED - 1);
  return m.rp_and_more({ names: first.join(', '), count: names.length - first.length });
}

/** A name, and the number at its end with the space before it; the latter is empty if there is none. */
export function splitNumber(name: string): readonly [start: string, number: string] {
  const number = / \d+$/.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - number.length), number];
}

/** The name of whoever sits on a chair; no two bots at a table are called the same. A sign beside
    it says that they are bots. */
export function chairName(table: Table, at: number): string {
  const chair = table.chairs[at];
  if (chair?.owner) return personName(chair.owner.name); // also where a bot plays for them
  if (!chair?.bot || chair.bot === PASSED_OVER) return m.nobody();
  const number = numberAt(table, at);
  const name = botName(chair.bot);
  return number === null ? name : `${name} ${number}`;
}

/** The bot that plays a seat of the match, for itself or for somebody who is away. */
export function botAt(table: Table, seat: number): string | null {
  if (!table.is_playing) return botOf(table.players[seat] ?? ''); // others may sit there now
  const bot = table.chairs[table.seats[seat] ?? -1]?.bot ?? null;
  return bot === PASSED_OVER ? null : bot;
}

const BOT = /^(.+) \(bot\)$/;

/** The bot that a player of a match is, if any. */
export function botOf(player: string): string | null {
  return BOT.exec(player)?.[1] ?? null;
}

/** Whether a bot plays a seat for somebody who is away. */
export function isStoodIn(table: Table, seat: number): boolean {
  return botAt(table, seat) !== null && botOf(table.players[seat] ?? '') === null;
}

/** Who played a match, as they were called at its table: of those who share a name the first has
    no number. A match knows bots by their names in the catalogue. */
export function playerNames(players: readonly string[]): string[] {
  return players.map((player, seat) => {
    const before = players.slice(0, seat).filter((other) => other === player).length;
    const number = before ? ` ${before + 1}` : '';
    const bot = botOf(player);
    return (bot ? botName(bot) : personName(player)) + number;
  });
}

/** The name of whoever plays a seat of the match: as it began, whoever sits there or plays for
    them later. What was told of somebody stays theirs. */
export function seatName(table: Table, seat: number): string {
  return playerNames(table.players)[seat] ?? m.nobody();
}
