// The tables where this browser plays a match, as it remembers them. Pure.

export interface SeenMatch {
  table: string;
  seen: number; // when its page was last looked at, in milliseconds since 1970
}

const MOST = 3; // others are found on the first page
const KEPT_FOR = 12 * 60 * 60 * 1000; // milliseconds; nobody is reminded of what they let lie

/** What was written down, without what is too old or no list of ours. */
export function matchesIn(written: string | null, now: number): SeenMatch[] {
  try {
    const read = JSON.parse(written ?? '[]') as readonly SeenMatch[];
    return read.filter(({ table, seen }) => table && now - seen < KEPT_FOR);
  } catch {
    return [];
  }
}

/** The list after a look at a table, the latest first: is a match of one's own on there? */
export function noted(
  matches: readonly SeenMatch[],
  table: string,
  isOn: boolean,
  now: number,
): SeenMatch[] {
  const others = matches.filter((one) => one.table !== table);
  return isOn ? [{ table, seen: now }, ...others].slice(0, MOST) : others;
}
