// When to ask again how a run stands. Pure.

import type { RunShown } from '../wire/generated/table';

export const ASK_AGAIN = 1500; // milliseconds
const AT_ONCE = 50; // milliseconds: the countdown is over, but the server did not say so yet

/** Milliseconds until then, by the server's clock: what ends a countdown is asked for at its end. */
export function pauseBefore(
  run: Pick<RunShown, 'state' | 'starts_at'> | null,
  now: number,
): number {
  if (run?.state !== 'countdown' || run.starts_at === null) return ASK_AGAIN;
  return Math.min(ASK_AGAIN, Math.max(AT_ONCE, run.starts_at - now));
}
