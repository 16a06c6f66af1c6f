// The server judges: it has the clock, and replays every answer.

import { get, post } from '../wire/http';
import type { PuzzleAttempt } from '../wire/generated/table';
import { asSolver } from './solver';
import { sendAnswer, sendUnsent } from './unsent';
import { PuzzleSession, type Judge, type Reviewed } from './session.svelte';

/** How long requests take here: the server takes that off the time, up to a bound. */
let network = 0;

async function timed<T>(asked: Promise<T>): Promise<T> {
  const before = performance.now();
  const answer = await asked;
  network = Math.round(performance.now() - before);
  return answer;
}

function serverJudge(puzzle: string): Judge {
  const path = { puzzle };
  return {
    hint: (level) => post('/api/puzzles/{puzzle}/hint', { path, body: { level } }),
    answer: (answer) => sendAnswer(puzzle, answer, network),
    giveUp: () => post('/api/puzzles/{puzzle}/give-up', { path, body: {} }),
    review: async (): Promise<Reviewed> => {
      const told = await get('/api/puzzles/{puzzle}/review', { path });
      return { ...told, others: told };
    },
  };
}

/** A session for an attempt that the server knows. */
export function sessionOf(attempt: PuzzleAttempt): PuzzleSession {
  return new PuzzleSession(attempt, serverJudge(attempt.puzzle.id));
}

/** Begin with a puzzle, or go on with it. */
export async function begin(puzzle: string): Promise<PuzzleSession> {
  await sendUnsent(); // it may be about this one
  const path = { puzzle };
  const ask = () => timed(post('/api/puzzles/{puzzle}/start', { path, body: {} }));
  return sessionOf(await asSolver(ask));
}

export interface Wish {
  game: string;
  mode: 'mix' | 'theme' | 'weak' | 'repeat';
  theme: string | null;
}

/** The next puzzle of a training. */
export async function beginNext(wish: Wish): Promise<PuzzleSession> {
  await sendUnsent();
  return sessionOf(await asSolver(() => timed(post('/api/puzzles/next', { body: wish }))));
}

/** A puzzle by its id: what somebody did with it, or else its beginning. */
export async function open(puzzle: string): Promise<PuzzleSession> {
  await sendUnsent();
  const { attempt } = await get('/api/puzzles/{puzzle}', { path: { puzzle } });
  return attempt ? sessionOf(attempt) : begin(puzzle);
}
