import { afterEach, beforeEach, expect, it, vi } from 'vitest';

class Refusal extends Error {
  constructor(readonly status: number) {
    super(String(status));
  }
}
vi.mock('./http', () => ({ Refusal }));

const { patiently } = await import('./patience');

const BUSY = new Refusal(503);
const NOT_THERE = new Refusal(404);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A question that is answered by these, one after the other. */
function asking(...answers: readonly (Refusal | number)[]): () => Promise<number> {
  const left = [...answers];
  return () => {
    const next = left.shift();
    return typeof next === 'number' ? Promise.resolve(next) : Promise.reject(next as Refusal);
  };
}

async function heard(asked: Promise<number>): Promise<unknown> {
  const told = asked.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return told;
}

it('asks a busy server again', async () => {
  expect(await heard(patiently(asking(BUSY, BUSY, 4)))).toBe(4);
});

it('asks as often as it is told to', async () => {
  expect(await heard(patiently(asking(BUSY, BUSY, 4), 2))).toBe(BUSY);
});

it('takes a refusal for an answer', async () => {
  expect(await heard(patiently(asking(NOT_THERE, 4)))).toBe(NOT_THERE);
});
