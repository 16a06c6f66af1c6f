import { describe, expect, it } from 'vitest';
import { defaultPage } from './default';
import { GAMES, gamePage, LESSONS } from './index';

describe('gamePage', () => {
  it('is the page of a game that has one', () => {
    for (const game of GAMES) expect(gamePage(game.name)).toBe(game);
  });

  it('is never that of another game', () => {
    const unknown = gamePage('liars_dice');

    expect(unknown.title).toBe('Liars dice');
    expect(unknown.table.toString()).toBe(defaultPage('').table.toString());
    expect(unknown.replay.toString()).toBe(defaultPage('').replay.toString());
  });
});

describe('games', () => {
  it('share no address and no bot', () => {
    const paths = GAMES.flatMap(({ routes }) => routes.map(({ path }) => path));
    const bots = GAMES.flatMap((game) => Object.keys(game.bots));

    for (const names of [paths, bots]) expect(new Set(names).size).toBe(names.length);
  });

  it('have lessons at addresses of their own', () => {
    expect(LESSONS[0]?.address).toBe('/learn');
    expect(new Set(LESSONS.map(({ address }) => address)).size).toBe(LESSONS.length);
  });
});
