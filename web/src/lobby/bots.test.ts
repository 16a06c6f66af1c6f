import { describe, expect, it } from 'vitest';
import type { BotOffered, Chair, Table } from '../wire/generated/table';
import { TOYS } from '../app/guestNames';
import {
  botAbout,
  botsFor,
  drawingOf,
  numberAt,
  pickBots,
  PROFILES,
  rangeOf,
  STRENGTHS,
} from './bots';
import { playerNames } from './names';

const LEVELS: BotOffered[] = [10, 1, 4, 6, 3, 7].map((strength) => ({
  name: `level-${strength}`,
  games: ['dice'],
  strength,
  limit: 2,
  is_invited: false,
}));
const RIVAL = { name: 'rival', games: ['cards'], strength: 10, limit: 3, is_invited: false };
const GUEST = { name: 'mine', games: ['cards'], strength: 4, limit: 1, is_invited: true };
const CHANCE = { ...RIVAL, name: 'random', games: ['dice', 'cards'], strength: 1 };
const BOTS: BotOffered[] = [...LEVELS, RIVAL, GUEST, CHANCE];

function tableOf(...chairs: Partial<Chair>[]): Pick<Table, 'chairs'> {
  return { chairs: chairs.map((chair) => ({ owner: null, bot: null, ...chair })) };
}

describe('bots', () => {
  it('are never called as a guest is by default', () => {
    const names = Object.values(PROFILES).map(([name]) => name);
    expect(TOYS.filter((toy) => names.includes(toy))).toEqual([]);
  });

  it('are offered for their game, the weakest first', () => {
    expect(botsFor(BOTS, 'dice').map(({ strength }) => strength)).toEqual([1, 1, 3, 4, 6, 7, 10]);
    expect(botsFor(BOTS, 'cards').map(({ name }) => name)).toEqual(['random', 'mine', 'rival']);
  });

  it('are each said to be something else, and those of others to be guests', () => {
    const said = Object.keys(PROFILES).map((name) => botAbout({ ...RIVAL, name }));

    expect(new Set(said).size).toBe(said.length);
    expect(botAbout(GUEST)).toBe('A guest bot, not one of this server’s own');
  });

  it('are picked to be mixed, of moderate strength, and the server’s own', () => {
    expect(pickBots(BOTS, 'dice', 3)).toEqual(['level-4', 'level-6', 'level-7']);
    expect(pickBots(BOTS, 'cards', 3)).toEqual(['random', 'rival', 'random']);
    expect(pickBots([], 'cards', 2)).toEqual([]);
  });

  it('are as strong as one asked for', () => {
    expect(pickBots(BOTS, 'dice', 2, 'easy')).toEqual(['level-1', 'random']);
    expect(pickBots(BOTS, 'dice', 2, 'expert')).toEqual(['level-10', 'level-10']);
  });

  it('are rather alike than weaker or stronger than is said', () => {
    const few = [1, 3, 5].map((strength) => ({ ...RIVAL, name: `c${strength}`, strength }));

    expect(pickBots(few, 'cards', 3)).toEqual(['c5', 'c5', 'c5']);
  });

  it('are others than those who sit there, as long as there are some of that strength', () => {
    expect(pickBots(BOTS, 'dice', 2, 'medium', [null, 'level-4'])).toEqual(['level-6', 'level-7']);

    const sparse = [1, 3, 5, 7, 8, 10].map((strength) => ({
      ...RIVAL,
      name: `r${strength}`,
      strength,
    }));
    expect(pickBots(sparse, 'cards', 3)).toEqual(['r5', 'r7', 'r5']);
    expect(pickBots(sparse, 'cards', 3, 'hard')).toEqual(['r7', 'r8', 'r8']);
  });

  it('are never weaker or stronger than is said', () => {
    for (const kind of STRENGTHS) {
      const [least, most] = rangeOf(kind);
      for (const bot of pickBots(BOTS, 'dice', 6, kind)) {
        const { strength = 0 } = BOTS.find(({ name }) => name === bot) ?? {};
        expect([least <= strength, strength <= most]).toEqual([true, true]);
      }
    }
  });

  it('are as many as one wants, and not always the same', () => {
    const picked = pickBots(BOTS, 'dice', 19);
    const times = [...new Set(picked)].map((bot) => picked.filter((one) => one === bot).length);

    expect(picked).toHaveLength(19);
    expect(Math.max(...times)).toBeLessThan(8);
  });

  it('are numbered where several of a kind sit; who plays for somebody has their name', () => {
    const ann = { id: 'a', name: 'Ann', avatar: null };
    const table = tableOf({ bot: 'rival' }, { owner: ann, bot: 'rival' }, { bot: 'rival' });

    expect([0, 2].map((chair) => numberAt(table, chair))).toEqual([null, 2]);
  });

  it('have a face, also those of others', () => {
    const drawn = Object.keys(PROFILES).map((bot) => JSON.stringify(drawingOf(bot)));

    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn).not.toContain(JSON.stringify(drawingOf('my own bot, with a long name ✨')));
  });

  it('go by their names in matches that are over', () => {
    const players = ['level-5 (bot)', 'Ann', 'driver (bot)', 'level-5 (bot)', 'Ann'];

    expect(playerNames(players)).toEqual(['Sprocket', 'Ann', 'Trundle', 'Sprocket 2', 'Ann 2']);
  });
});
