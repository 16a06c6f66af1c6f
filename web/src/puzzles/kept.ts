// Puzzles for when there is no network: fetched ahead with their solutions, checked in this browser,
// and what was done is told to the server later. They do not count, since the browser knows the answers.

import { store, stored } from '../app/storage';
import { GAMES, gamePage } from '../games';
import type {
  AnswerJudged,
  OfflineAnswer,
  OfflinePuzzle,
  PuzzleAttempt,
} from '../wire/generated/table';
import { post } from '../wire/http';
import type { Judge } from './session.svelte';
import { asSolver } from './solver';

export const MOST_KEPT = 50;
const FEW = 25; // then there is room for more
const ANSWERS = 'puzzle-answers';
const HINTS = 3;

/** The puzzles of a game that are kept here and not done yet. */
export function kept(game: string): readonly OfflinePuzzle[] {
  return read<OfflinePuzzle>(`puzzles-${game}`);
}

/** Every game has some for when there is no network. A server may not have all games. */
export const keepAhead = alone(async () => {
  for (const { name, puzzles } of GAMES) if (puzzles) await keepOf(name).catch(() => undefined);
});

/** Fetch some, unless there are enough. */
async function keepOf(game: string): Promise<void> {
  if (kept(game).length > FEW) return;
  const body = { game, count: MOST_KEPT };
  const { puzzles } = await asSolver(() => post('/api/puzzles/offline', { body }));
  store(`puzzles-${game}`, JSON.stringify(puzzles));
  const keep = (await gamePage(game).puzzles?.keep?.())?.default;
  for (const { text } of puzzles) await keep?.(text);
}

/** Tell the server what was done without it. */
export const sendAnswers = alone(async () => {
  for (;;) {
    const answers = read<OfflineAnswer>(ANSWERS).slice(0, MOST_KEPT);
    if (!answers.length) return;
    await post('/api/puzzles/offline/answers', { body: { answers } });
    const rest = read<OfflineAnswer>(ANSWERS).slice(answers.length);
    store(ANSWERS, JSON.stringify(rest));
  }
});

/** Whoever asks while it is being done waits for the same. */
function alone(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= act().finally(() => (running = null)));
}

/** An attempt without a network, and who judges it. */
export interface KeptAttempt {
  readonly attempt: PuzzleAttempt;
  readonly judge: Judge;
}

/** The next one that is kept here; null if there is none. */
export function nextKept(game: string, now = Date.now()): KeptAttempt | null {
  const [puzzle] = kept(game);
  if (!puzzle) return null;
  const attempt: PuzzleAttempt = {
    puzzle: puzzle.puzzle,
    text: puzzle.text,
    mode: 'offline',
    is_rated: false,
    state: 'open',
    started_at: now,
    now,
    hints: 0,
    answers: 0,
    extra: null,
    score: null,
    seconds: null,
    first_extra: null,
  };
  return { attempt, judge: new KeptJudge(puzzle, attempt) };
}

/** Judges as the server would; the first answer is what it will be told. */
class KeptJudge implements Judge {
  readonly #puzzle: OfflinePuzzle;
  #attempt: PuzzleAttempt;
  #first: string | null = null;

  constructor(puzzle: OfflinePuzzle, attempt: PuzzleAttempt) {
    this.#puzzle = puzzle;
    this.#attempt = attempt;
  }

  readonly hint: Judge['hint'] = (level) => {
    const { length, solution } = this.#puzzle;
    const told = [0, 1, Math.ceil(length / 2)][level - 1] ?? 0;
    this.#attempt = { ...this.#attempt, hints: Math.max(this.#attempt.hints, level) };
    const steps = solution.split(' ').slice(0, told);
    return Promise.resolve({ level, levels: HINTS, length, steps });
  };

  readonly answer: Judge['answer'] = async (answer) => {
    const extra = await extraOf(this.#puzzle, answer);
    const best = Math.min(extra ?? Infinity, this.#attempt.extra ?? Infinity);
    this.#end(answer, { extra: best === Infinity ? null : best });
    if (extra === 0) this.#attempt = { ...this.#attempt, state: 'solved' };
    return this.#judged(extra);
  };

  readonly giveUp: Judge['giveUp'] = () => {
    this.#end(null, { state: 'given-up' });
    return Promise.resolve(this.#judged(null));
  };

  readonly review: Judge['review'] = () => {
    const { length, solution, themes } = this.#puzzle;
    const solutions = [solution.split(' ').slice(0, length).join(' ')];
    const told = { length, solutions, solution_count: 1, themes, answer: this.#first, left: [] };
    return Promise.resolve({ ...told, others: null });
  };

  #judged(extra: number | null): AnswerJudged {
    return { attempt: this.#attempt, is_solved: extra !== null, extra, step: null, outlook: null };
  }

  /** The first time, write it down; it is done then. */
  #end(answer: string | null, changes: Partial<PuzzleAttempt>): void {
    const { answers, started_at, hints, seconds } = this.#attempt;
    const took = seconds ?? Math.min(86_400, (Date.now() - started_at) / 1000);
    this.#attempt = { ...this.#attempt, ...changes, answers: answers + 1, seconds: took };
    if (answers) return;
    this.#first = answer;
    this.#attempt = { ...this.#attempt, first_extra: changes.extra ?? null };
    const { id, game } = this.#puzzle.puzzle;
    const done: OfflineAnswer = { puzzle: id, answer, seconds: took, hints };
    store(ANSWERS, JSON.stringify([...read<OfflineAnswer>(ANSWERS), done]));
    const left = kept(game).filter(({ puzzle }) => puzzle.id !== id);
    store(`puzzles-${game}`, JSON.stringify(left));
  }
}

/** Moves more than the fewest; null if it does not solve it. Boards that know the rules send solutions
    only; for the others there are digests of all answers up to the step that decides. */
export async function extraOf(
  { puzzle, length, digests }: Pick<OfflinePuzzle, 'puzzle' | 'length' | 'digests'>,
  answer: string,
): Promise<number | null> {
  const steps = answer.split(' ');
  if (!digests.length) return steps.length - length;
  const digest = await digestOf(`${puzzle.id} ${steps.slice(0, length).join(' ')}`);
  return digests.some((known) => digest.startsWith(known)) ? 0 : null;
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function read<T>(name: string): readonly T[] {
  try {
    return JSON.parse(stored(name) ?? '[]') as readonly T[];
  } catch {
    return []; // half of it was written
  }
}
