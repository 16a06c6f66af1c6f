import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OfflinePuzzle } from '../wire/generated/table';

const shelf = new Map<string, string>();
vi.mock('../app/storage', () => ({
  stored: (name: string) => shelf.get(name) ?? null,
  store: (name: string, value: string) => shelf.set(name, value),
}));
const GAMES = ['chess', 'go', 'cards'].map((name) => ({ name, puzzles: name !== 'cards' && {} }));
vi.mock('../games', () => ({ GAMES, gamePage: () => ({}) }));
const post = vi.fn<(path: string, parts: { body: { game?: string } }) => Promise<unknown>>();
vi.mock('../wire/http', () => ({ post, Refusal: class extends Error {} }));

const { extraOf, keepAhead, kept, nextKept, sendAnswers } = await import('./kept');

function puzzle(id: string, digests: string[] = []): OfflinePuzzle {
  return {
    puzzle: { id, game: 'chess', kind: 'mate', rules: 'usual', date: null, slot: null },
    text: '...',
    length: 3,
    solution: 'a b c d e',
    themes: ['fork'],
    digests,
  };
}

beforeEach(() => {
  shelf.clear();
  shelf.set('puzzles-chess', JSON.stringify([puzzle('one'), puzzle('two')]));
});

describe('a puzzle without a network', () => {
  it('is solved by as many moves as it takes, and is then done', async () => {
    const next = nextKept('chess');
    const judged = await next?.judge.answer('x y z');

    expect(judged?.attempt.state).toBe('solved');
    expect((await next?.judge.review())?.solutions).toEqual(['a b c']);
    expect(kept('chess').map((each) => each.puzzle.id)).toEqual(['two']);
  });

  it('is told to the server by its first answer', async () => {
    const judge = nextKept('chess')?.judge;
    await judge?.hint(1);
    await judge?.answer('p q r s');
    const judged = await judge?.answer('x y z');

    const told = JSON.parse(shelf.get('puzzle-answers') ?? '[]') as object[];
    expect(told).toMatchObject([{ puzzle: 'one', answer: 'p q r s', hints: 1 }]);
    expect(judged?.attempt).toMatchObject({ state: 'solved', extra: 0 });
  });

  it('can be given up', async () => {
    const judged = await nextKept('chess')?.judge.giveUp();

    expect(judged?.attempt.state).toBe('given-up');
    expect(JSON.parse(shelf.get('puzzle-answers') ?? '[]')).toMatchObject([{ answer: null }]);
  });
});

describe('puzzles fetched ahead', () => {
  beforeEach(() => {
    shelf.clear();
    post.mockReset();
  });

  it('are there for every game, also if a server does not have one of them', async () => {
    post.mockRejectedValueOnce(new Error('no such game'));
    post.mockResolvedValue({ puzzles: [puzzle('three')] });
    await Promise.all([keepAhead(), keepAhead()]);

    const asked = post.mock.calls.map(([, { body }]) => body.game);
    expect(asked).toEqual(['chess', 'go']);
    expect(kept('go').map((each) => each.puzzle.id)).toEqual(['three']);
  });

  it('are told of once, whoever asks', async () => {
    shelf.set('puzzle-answers', JSON.stringify([{ puzzle: 'one' }]));
    await Promise.all([sendAnswers(), sendAnswers()]);

    expect(post).toHaveBeenCalledTimes(1);
    expect(shelf.get('puzzle-answers')).toBe('[]');
  });
});

describe('digests', () => {
  // The first letters of the SHA-256 of “one a b c”.
  const known = puzzle('one', ['05eeab7fa984bf33']);

  it('tell answers apart up to the step that decides', async () => {
    expect(await extraOf(known, 'a b c x y')).toBe(0);
    expect(await extraOf(known, 'a b d x y')).toBeNull();
  });
});
