// Answers that the server did not get. They are kept in this browser, so that neither a reload nor
// another page loses them, and sent as soon as it can be reached.

import { store, stored } from '../app/storage';
import { post, Refusal } from '../wire/http';
import type { AnswerJudged } from '../wire/generated/table';

const UNSENT = 'unsent-answers';

interface Unsent {
  puzzle: string;
  answer: string;
}

export function unsentAnswers(): readonly Unsent[] {
  try {
    return JSON.parse(stored(UNSENT) ?? '[]') as readonly Unsent[];
  } catch {
    return []; // half of it was written
  }
}

/** Send an answer; what does not arrive is kept. The first one counts, so a later one waits. */
export async function sendAnswer(
  puzzle: string,
  answer: string,
  network: number,
): Promise<AnswerJudged> {
  if (!unsentAnswers().some((kept) => kept.puzzle === puzzle && kept.answer === answer))
    store(UNSENT, JSON.stringify([...unsentAnswers(), { puzzle, answer }]));
  try {
    const path = { puzzle };
    const told = await post('/api/puzzles/{puzzle}/answer', { path, body: { answer, network } });
    forget(puzzle, answer);
    return told;
  } catch (error) {
    // What the server has refused is not sent again.
    if (error instanceof Refusal && error.status >= 400 && error.status < 500)
      forget(puzzle, answer);
    throw error;
  }
}

/** Send all that is kept, the first one first, as long as they arrive. */
export async function sendUnsent(): Promise<void> {
  for (const { puzzle, answer } of unsentAnswers()) {
    try {
      await sendAnswer(puzzle, answer, 0);
    } catch (error) {
      if (error instanceof Refusal && error.status === 0) return;
    }
  }
}

function forget(puzzle: string, answer: string): void {
  const left = unsentAnswers().filter((kept) => kept.puzzle !== puzzle || kept.answer !== answer);
  store(UNSENT, JSON.stringify(left));
}
