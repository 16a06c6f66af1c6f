// Scripts that will be needed in a moment are fetched while the page has nothing else to do.

const A_WHILE = 2000; // milliseconds, for browsers that do not say when they are idle

/** A failure is no news here: whoever needs it asks again, and says so. */
export function loadAhead(...loads: readonly (() => Promise<unknown>)[]): void {
  const load = () => loads.forEach((one) => void one().catch(() => undefined));
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else setTimeout(load, A_WHILE);
}
