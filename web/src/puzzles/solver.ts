// Somebody without a name gets an id with the answer to their first request. Two at once would give
// them two, and what they did under one of them would be lost to them.

type Asking = <T>(ask: () => Promise<T>) => Promise<T>;

/** Ask for something that needs an id: whoever is not the first waits for the first answer. */
export const asSolver = afterFirst();

/** A queue of which only the first one holds up the others; if it fails, the next is the first. */
export function afterFirst(): Asking {
  let first: Promise<unknown> | null = null;
  return function asking<T>(ask: () => Promise<T>): Promise<T> {
    if (first) return first.then(ask, () => asking(ask));
    const asked = ask();
    first = asked;
    asked.catch(() => (first = null));
    return asked;
  };
}
