import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OfflinePuzzle } from '../wire/generated/table';
import type { Judge } from './session.svelte';

const shelf = new Map<string, string>();
vi.mock('../app/storage', () => ({
  stored: (name: string) => shelf.get(name) ?? null,
  store: (name: string, value: string) => shelf.set(name, value),
}));
vi.mock('../games', () => ({ gamePage: () => ({}) }));
// A session needs the compiler of components; what it asks does not.
vi.mock('./session.svelte', () => ({
  PuzzleSession: class {
    constructor(
      readonly attempt: unknown,
      readonly judge: unknown,
    ) {}
  },
}));
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

/** Who judges the next one. */
function nextJudge(): Judge {
  const session = nextKept('chess') as unknown as { judge: Judge };
  return session.judge;
}

function told(): unknown {
  return JSON.parse(shelf.get('puzzle-answers') ?? '[]');
}

describe('a puzzle without a network', () => {
  it('is solved by as many moves as it takes, and is then done', async () => {
    const judge = nextJudge();
    const { attempt } = await judge.answer('x y z');

    expect(attempt.state).toBe('solved');
    expect((await judge.review()).solutions).toEqual(['a b c']);
    expect(kept('chess').map((each) => each.puzzle.id)).toEqual(['two']);
  });

  it('is told to the server by its first answer', async () => {
    const judge = nextJudge();
    await judge.hint(1);
    await judge.answer('p q r s');
    const { attempt } = await judge.answer('x y z');

    expect(told()).toMatchObject([{ puzzle: 'one', answer: 'p q r s', hints: 1 }]);
    expect(attempt).toMatchObject({ state: 'solved', extra: 0 });
  });

  it('can be given up', async () => {
    const { attempt } = await nextJudge().giveUp();

    expect(attempt.state).toBe('given-up');
    expect(told()).toMatchObject([{ answer: null }]);
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
