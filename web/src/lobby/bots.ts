// The bots: what they are called at a table, how they look, and whom to play with.

import { dot, twice, type Drawing } from '../faces/drawings';
import { GAMES, gamePage } from '../games';
import type { BotProfile } from '../games/game';
import { m } from '../paraglide/messages';
import type { BotOffered, Table } from '../wire/generated/table';

/** Bots that play more than one game. */
const SHARED: Readonly<Record<string, BotProfile>> = {
  random: [
    'Wobble',
    [
      ['ink', dot(0, 4, 9.5) + dot(0, -8, 5.4)],
      ['light', dot(0, 1, 1.5) + dot(0, 6.5, 1.5) + twice(2, -8.5, 1.1)],
    ],
    m.about_random,
  ],
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

/** A tin head, for bots that others brought. */
const A_BOT: Drawing = [
  ['line', 'M0-9V-13'],
  ['ink', 'M-10-9H10V11H-10Z' + twice(10.5, 1, 2.5)],
  ['light', twice(4.2, -2, 2.4) + 'M-5 5H5V7.500H-5Z'],
];

export function drawingOf(bot: string): Drawing {
  return PROFILES[bot]?.[1] ?? A_BOT;
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

/** How strong bots are at a quick start: their strengths as they are taken, of ten. */
const WANTED = {
  easy: [2, 1, 3],
  medium: [4, 6, 5, 4, 6, 5, 7],
  hard: [7, 8, 7, 9],
  expert: [10, 9, 8],
} as const;
export type Strength = keyof typeof WANTED;
const NEAR = 2; // rather another bot that is so much stronger or weaker than the same one twice
const ALIKE = 1.5; // where there is none, so much for each time that a bot sits there already
export const STRENGTHS = Object.keys(WANTED) as Strength[];

/**
 * So many of the server's own bots, about equally strong; as long as there are enough of them, no
 * two alike, nor like those that sit at the table already.
 */
export function pickBots(
  bots: readonly BotOffered[],
  game: string,
  count: number,
  strength: Strength = 'medium',
  seated: readonly (string | null)[] = [],
): string[] {
  const able = botsFor(bots, game).filter(({ is_invited }) => !is_invited);
  const wishes: readonly number[] = WANTED[strength];
  const taken = [...seated];
  for (let at = 0; at < count; at += 1) {
    const wanted = wishes[at % wishes.length] ?? 0;
    const times = (bot: BotOffered): number => taken.filter((other) => other === bot.name).length;
    const gap = (bot: BotOffered): number => Math.abs(bot.strength - wanted);
    const others = able.filter((bot) => !times(bot) && gap(bot) <= NEAR);
    const far = (bot: BotOffered): number => gap(bot) + ALIKE * times(bot);
    const [nearest] = (others.length ? others : able).toSorted((one, two) => far(one) - far(two));
    if (nearest) taken.push(nearest.name);
  }
  return taken.slice(seated.length).filter((bot) => bot !== null);
}
