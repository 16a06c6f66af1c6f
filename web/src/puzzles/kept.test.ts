import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OfflinePuzzle } from '../wire/generated/table';

const shelf = new Map<string, string>();
vi.mock('../app/storage', () => ({
  stored: (name: string) => shelf.get(name) ?? null,
  store: (name: string, value: string) => shelf.set(name, value),
}));
vi.mock('../games', () => ({ gamePage: () => ({}) }));
vi.mock('../wire/http', () => ({ post: vi.fn(), Refusal: class extends Error {} }));

const { extraOf, kept, nextKept } = await import('./kept');

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

describe('digests', () => {
  // The first letters of the SHA-256 of “one a b c”.
  const known = puzzle('one', ['05eeab7fa984bf33']);

  it('tell answers apart up to the step that decides', async () => {
    expect(await extraOf(known, 'a b c x y')).toBe(0);
    expect(await extraOf(known, 'a b d x y')).toBeNull();
  });
});
