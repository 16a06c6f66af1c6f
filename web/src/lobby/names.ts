// Who is who at a table.

import { m } from '../paraglide/messages';
import type { Table } from '../wire/generated/table';
import { botName, numberAt } from './bots';

/** Who sits on a chair; no two bots at a table are called the same. */
export function chairName(table: Table, at: number): string {
  const chair = table.chairs[at];
  if (chair?.owner && chair.bot) return m.bot_name({ bot: chair.owner.name }); // plays for them
  if (chair?.owner) return chair.owner.name;
  if (!chair?.bot) return m.nobody();
  const number = numberAt(table, at);
  const name = botName(chair.bot);
  return m.bot_name({ bot: number === null ? name : `${name} ${number}` });
}

/** The bot that plays a seat of the match, be it for somebody. */
export function botAt(table: Table, seat: number): string | null {
  return table.chairs[table.seats[seat] ?? -1]?.bot ?? null;
}

const BOT = /^(.+) \(bot\)$/;

/** Whether a match says that a player of it is a bot. */
export function isBot(player: string): boolean {
  return BOT.test(player);
}

/** What a match calls its players; bots go by their names in the catalogue there. */
export function playerName(player: string): string {
  const bot = BOT.exec(player)?.[1];
  return bot ? m.bot_name({ bot: botName(bot) }) : player;
}

/** The name of who plays a seat of the match. */
export function seatName(table: Table, seat: number): string {
  return chairName(table, table.seats[seat] ?? -1);
}
