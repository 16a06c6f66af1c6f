// Requests that may be sent twice. Each has an id of its own, by which the server does it once.

import { Refusal } from '../wire/http';

/** Once more, where no answer came: it may have happened. */
export async function sureOf<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 0) throw error;
    return ask();
  }
}
