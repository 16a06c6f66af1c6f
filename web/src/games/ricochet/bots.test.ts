import { expect, it } from 'vitest';
import { botsFor } from '../../lobby/bots';
import { BOTS } from './bots';

function bot(name: string, strength: number) {
  return { name, games: ['ricochet'], strength, limit: 1, is_invited: false };
}

it('leaves out the bot that bids at random', () => {
  const all = [bot('level-3', 3), bot('random', 1), bot('level-1', 1)];

  expect(botsFor(all, 'ricochet').map(({ name }) => name)).toEqual(['level-1', 'level-3']);
});

it('knows ten levels, each by a name and a face of its own', () => {
  const [names, faces] = [0, 1].map((at) => new Set(Object.values(BOTS).map((one) => one[at])));

  expect([names?.size, faces?.size]).toEqual([10, 10]);
});
