// How long the page waits before it asks for news again: longer and longer while there is none.

const SHORTEST = 10_000; // milliseconds
const LONGEST = 30_000; // whoever was not heard of for 45 seconds is not online
const GROWTH = 1.5;

/** The next gap, after one in which there was news, or somebody came back to the page, or not. */
export function nextGap(last: number | null, isNew: boolean): number {
  return last === null || isNew ? SHORTEST : Math.min(LONGEST, last * GROWTH);
}
