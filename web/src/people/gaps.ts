// How long the page waits before it asks for news again. The server keeps a question until there is
// news; where it does not, the page asks now and then, less often while there is none. Pure.

const SOON = 500; // milliseconds
const HELD = 2000; // an answer that took so long has waited for news
const SHORTEST = 10_000;
const LONGEST = 30_000; // whoever was not heard of for 45 seconds is not online
const GROWTH = 1.5;

/** Whether the server has kept a question that was answered, or cut off, after so long. */
export function wasHeld(took: number): boolean {
  return took >= HELD;
}

/** The next gap, after one, or after somebody came to the page, and an answer that took so long. */
export function nextGap(last: number | null, isNew: boolean, took: number): number {
  if (isNew || wasHeld(took)) return SOON;
  return last === null || last < SHORTEST ? SHORTEST : Math.min(LONGEST, last * GROWTH);
}
