// Questions that this browser answers itself when the server cannot be reached.

import { isPlaying } from '../../../app/playing';
import type { OfflineAnswers } from '../../game';
import type { OfflineAnswer } from './answers';
import type { OfflineQuestion, OfflineReply } from './worker';

interface Waiting {
  question: OfflineQuestion;
  resolve: (answer: OfflineAnswer | null) => void;
  reject: (error: unknown) => void;
}

const HELP = ['/api/ricochet/solve', '/api/ricochet/hint'];
const PLAYING = { because: 'You are playing.', code: 'you-are-playing', facts: {} };

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let count = 0;

/** The answer; null if only the server can tell. */
export const answer: OfflineAnswers['answer'] = (path, { query }, signal) => {
  if (HELP.includes(path) && isPlaying('ricochet'))
    return Promise.resolve({ status: 409, body: PLAYING });
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const question = { id: ++count, path, query };
    waiting.set(question.id, { question, resolve, reject });
    signal?.addEventListener('abort', () => cancel(question.id, signal.reason), { once: true });
    ask(question);
  });
};

/** What is needed then comes while there is a network. */
export function prepare(): void {
  worker ??= started();
}

function ask(question: OfflineQuestion): void {
  worker ??= started();
  worker.postMessage(question);
}

function started(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<OfflineReply>) => {
    waiting.get(data.id)?.resolve(data.answer);
    waiting.delete(data.id);
  };
  started.onerror = () => {
    const failed = [...waiting.values()];
    waiting.clear();
    worker = null;
    for (const { reject } of failed) reject(new Error('the search has failed'));
  };
  return started;
}

/** A search cannot be interrupted: a new worker goes on with what else was asked. */
function cancel(id: number, reason: unknown): void {
  const cancelled = waiting.get(id);
  if (!cancelled) return;
  waiting.delete(id);
  worker?.terminate();
  worker = null;
  cancelled.reject(reason);
  for (const { question } of waiting.values()) ask(question);
}
