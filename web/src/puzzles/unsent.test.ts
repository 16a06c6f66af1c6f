import { beforeEach, describe, expect, it, vi } from 'vitest';

const shelf = new Map<string, string>();
vi.mock('../app/storage', () => ({
  stored: (name: string) => shelf.get(name) ?? null,
  store: (name: string, value: string) => shelf.set(name, value),
}));
class Refusal extends Error {
  constructor(readonly status: number) {
    super(String(status));
  }
}
const post =
  vi.fn<(path: string, parts: { path: { puzzle: string }; body: object }) => Promise<unknown>>();
vi.mock('../wire/http', () => ({ post, Refusal }));

const { sendAnswer, sendUnsent, unsentAnswers } = await import('./unsent');

beforeEach(() => {
  shelf.clear();
  post.mockReset();
});

describe('an answer', () => {
  it('is forgotten once it has arrived', async () => {
    post.mockResolvedValue({ is_solved: true });
    await expect(sendAnswer('one', 'rn', 7)).resolves.toEqual({ is_solved: true });
    expect(unsentAnswers()).toEqual([]);
  });

  it('is kept while the server cannot be reached, and sent later, each once', async () => {
    post.mockRejectedValue(new Refusal(0));
    for (const puzzle of ['one', 'two', 'one'])
      await expect(sendAnswer(puzzle, 'rn', 0)).rejects.toThrow();
    expect(unsentAnswers().map(({ puzzle }) => puzzle)).toEqual(['one', 'two']);
    await sendUnsent();
    expect(unsentAnswers()).toHaveLength(2);

    post.mockReset();
    post.mockResolvedValue({});
    await sendUnsent();
    expect(post.mock.calls.map(([, { path }]) => path.puzzle)).toEqual(['one', 'two']);
    expect(unsentAnswers()).toEqual([]);
  });

  it('that the server refuses is not sent again, and holds up no other', async () => {
    post.mockRejectedValueOnce(new Refusal(0));
    await expect(sendAnswer('one', 'rn', 0)).rejects.toThrow();
    post.mockRejectedValueOnce(new Refusal(409));
    await sendUnsent();
    expect(unsentAnswers()).toEqual([]);
  });

  it('of which half was written is none', () => {
    shelf.set('unsent-answers', '[{"puz');
    expect(unsentAnswers()).toEqual([]);
  });
});
