// The bots: what they are called at a table, how they look, and whom to play with.

import { GAMES, gamePage } from '../games';
import type { BotProfile } from '../games/game';
import { m } from '../paraglide/messages';
import type { BotOffered, Table } from '../wire/generated/table';

export interface Face {
  colour: string;
  head: number;
  top: number;
  eyes: number;
  mouth: number;
}

/** Bots that play more than one game. */
const SHARED: Readonly<Record<string, BotProfile>> = {
  random: ['Wobble', 's 3 2 3 2', m.about_random],
};

export const PROFILES: Readonly<Record<string, BotProfile>> = Object.assign(
  {},
  SHARED,
  ...GAMES.map(({ bots }) => bots),
);

export function botName(bot: string): string {
  return PROFILES[bot]?.[0] ?? bot;
}

/** What a bot is like, in a line; nothing is known of bots that others brought. */
export function botAbout({ name, is_invited }: BotOffered): string {
  return is_invited ? m.bot_invited() : (PROFILES[name]?.[2]() ?? '');
}

/** Bots that others brought have a face too: always the same one for a name. */
export function faceOf(bot: string): Face {
  const sum = Array.from(bot, (sign) => sign.codePointAt(0) ?? 0).reduce(
    (a, b) => (a * 31 + b) % 65536,
    7,
  );
  const digits = [1, 4, 16, 64].map((step) => Math.floor(sum / step) % 4);
  const [colour = 's', ...shapes] = PROFILES[bot]?.[1].split(' ') ?? ['s', ...digits.map(String)];
  const [head = 0, top = 0, eyes = 0, mouth = 0] = shapes.map(Number);
  return { colour, head, top, eyes, mouth };
}

/** Its number among those of its kind at the table, from 2 on; the first has none. */
export function numberAt(table: Pick<Table, 'chairs'>, chair: number): number | null {
  const bot = table.chairs[chair]?.bot;
  const before = table.chairs.slice(0, chair).filter((one) => one.bot === bot && !one.owner);
  return before.length ? before.length + 1 : null;
}

/** Those that a game offers, the weakest first. */
export function botsFor(bots: readonly BotOffered[], game: string): BotOffered[] {
  const { offersBot } = gamePage(game);
  return bots
    .filter((bot) => bot.games.includes(game) && offersBot(bot))
    .toSorted((one, other) => one.strength - other.strength);
}

const MODERATE = [4, 6, 3, 5, 7, 2, 8]; // strengths, as they are taken

/** So many of the server's own bots for a quick start: not all alike, neither weak nor strong. */
export function pickBots(bots: readonly BotOffered[], game: string, count: number): string[] {
  const able = botsFor(bots, game).filter(({ is_invited }) => !is_invited);
  const taken: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const wanted = MODERATE[at % MODERATE.length] ?? 0;
    const far = ({ name, strength }: BotOffered): number =>
      Math.abs(strength - wanted) + 10 * taken.filter((other) => other === name).length;
    const nearest = able.toSorted((one, other) => far(one) - far(other))[0];
    if (nearest) taken.push(nearest.name);
  }
  return taken;
}
