// A server that is busy is asked again: it has often just been asked something else, by this page or
// by others behind the same address.

import { Refusal } from './http';

export const AGAIN = 1500; // milliseconds
const TRIES = 5;
const BUSY = 503;

export function isBusy(error: unknown): boolean {
  return error instanceof Refusal && error.status === BUSY;
}

export async function patiently<Answer>(
  ask: () => Promise<Answer>,
  tries = TRIES,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!isBusy(error) || tries <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    return patiently(ask, tries - 1);
  }
}
