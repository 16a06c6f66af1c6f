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

/** How strong bots are, of ten, from the weakest that sits down to the strongest; and of those the
    strengths that are best at first. */
const KINDS = {
  easy: { range: [1, 3], wanted: [2, 1, 3] },
  medium: { range: [4, 7], wanted: [4, 6, 5, 7] },
  hard: { range: [7, 9], wanted: [7, 8, 9] },
  expert: { range: [8, 10], wanted: [10, 9, 8] },
} as const;
export type Strength = keyof typeof KINDS;
const ALIKE = 1.5; // where a game has none of the kind, so much for each time that a bot sits there
export const STRENGTHS = Object.keys(KINDS) as Strength[];

/** Between which strengths its bots are. */
export function rangeOf(strength: Strength): readonly [number, number] {
  return KINDS[strength].range;
}

/**
 * So many of the server's own bots, as strong as is said, if the game has such; as long as there are
 * enough of them, no two alike, nor like those that sit at the table already.
 */
export function pickBots(
  bots: readonly BotOffered[],
  game: string,
  count: number,
  kind: Strength = 'medium',
  seated: readonly (string | null)[] = [],
): string[] {
  const own = botsFor(bots, game).filter(({ is_invited }) => !is_invited);
  const [least, most] = rangeOf(kind);
  const able = own.filter(({ strength }) => least <= strength && strength <= most);
  const wishes: readonly number[] = KINDS[kind].wanted;
  const taken = [...seated];
  for (let at = 0; at < count; at += 1) {
    const wanted = wishes[at % wishes.length] ?? 0;
    const times = (bot: BotOffered): number => taken.filter((other) => other === bot.name).length;
    const gap = (bot: BotOffered): number => Math.abs(bot.strength - wanted);
    const far = (bot: BotOffered): number => gap(bot) + ALIKE * times(bot);
    const [next] = able.length
      ? able.toSorted((one, two) => times(one) - times(two) || gap(one) - gap(two))
      : own.toSorted((one, two) => far(one) - far(two));
    if (next) taken.push(next.name);
  }
  return taken.slice(seated.length).filter((bot) => bot !== null);
}
