// The bots of the house: what they are called at a table, how they look, and whom to play with.

import { m } from '../paraglide/messages';
import type { BotOffered, Table } from '../wire/generated/table';

export interface Face {
  colour: string;
  head: number;
  top: number;
  eyes: number;
  mouth: number;
}

// Name, then colour and the shapes of head, top, eyes and mouth, and what it is like.
export const PROFILES: Record<string, readonly [string, string, () => string]> = {
  random: ['Wobble', 's 3 2 3 2', m.about_random],
  'level-1': ['Pip', 'y 0 0 0 0', m.about_level_1],
  'level-2': ['Bobbin', 'p 2 1 0 3', m.about_level_2],
  'level-3': ['Tock', 't 0 3 3 0', m.about_level_3],
  'level-4': ['Rivet', 'g 1 0 0 1', m.about_level_4],
  'level-5': ['Sprocket', 'b 3 1 1 0', m.about_level_5],
  'level-6': ['Gasket', 'r 1 2 3 1', m.about_level_6],
  'level-7': ['Bellows', 'v 2 0 1 2', m.about_level_7],
  'level-8': ['Flywheel', 't 3 3 2 1', m.about_level_8],
  'level-9': ['Dynamo', 'r 0 2 2 2', m.about_level_9],
  'level-10': ['Mainspring', 'y 2 1 2 1', m.about_level_10],
  driver: ['Trundle', 'g 2 0 0 0', m.about_driver],
  'driver-3': ['Treadle', 'p 1 1 1 0', m.about_driver_3],
  planner: ['Abacus', 'b 1 3 0 1', m.about_planner],
  'rival-4': ['Pinion', 'v 3 0 3 3', m.about_rival_4],
  rival: ['Piledriver', 'r 1 2 2 2', m.about_rival],
};

export function botName(bot: string): string {
  return PROFILES[bot]?.[0] ?? bot;
}

/** What a bot is like, in a line; of those of others nobody knows. */
export function botAbout({ name, is_invited }: BotOffered): string {
  return is_invited ? m.bot_invited() : (PROFILES[name]?.[2]() ?? '');
}

/** A bot of others has a face too, always the same. */
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

/** Those to be played with, the weakest first; chance in Ricochet would only spoil the search. */
export function botsFor(bots: readonly BotOffered[], game: string): BotOffered[] {
  return bots
    .filter(({ name, games }) => games.includes(game) && (game !== 'ricochet' || name !== 'random'))
    .toSorted((one, other) => one.strength - other.strength);
}

const MODERATE = [4, 6, 3, 5, 7, 2, 8]; // strengths, as they are taken

/** So many of the house to play with at once: not all alike, neither weak nor strong. */
export function pickBots(bots: readonly BotOffered[], game: string, count: number): string[] {
  const able = botsFor(bots, game).filter(({ is_invited }) => !is_invited);
  const taken: string[] = [];
  for (const wanted of MODERATE.slice(0, count)) {
    const far = ({ name, strength }: BotOffered): number =>
      Math.abs(strength - wanted) + (taken.includes(name) ? 10 : 0);
    const nearest = able.toSorted((one, other) => far(one) - far(other))[0];
    if (nearest) taken.push(nearest.name);
  }
  return taken;
}
