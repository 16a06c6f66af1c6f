// What is in a rule book, to go to.

export interface Entry {
  id: string;
  number: string; // of a rule; chapters have none
  title: string;
}
export interface Chapter extends Entry {
  rules: readonly Entry[];
}

// Its title stands before the link to itself.
const HEADING = /<h([23]) id="([\w-]+)"[^>]*>([^<]*)/g;

/** Chapters and their rules, in the order of the book. */
export function contentsOf(parts: readonly string[]): Chapter[] {
  const chapters: (Chapter & { rules: Entry[] })[] = [];
  for (const [, level, id = '', heading = ''] of parts.join('').matchAll(HEADING)) {
    const [, number = '', title = ''] = /^(?:(\w+\d): )?(.*)$/s.exec(heading) ?? [];
    if (level === '2') chapters.push({ id, number, title, rules: [] });
    else chapters.at(-1)?.rules.push({ id, number, title });
  }
  return chapters;
}

/** The last of these that has been reached; each with where its heading is on the screen. */
export function presentAt(tops: readonly (readonly [id: string, top: number])[]): string | null {
  const REACHED = 120; // pixels from the top
  return tops.findLast(([, top]) => top < REACHED)?.[0] ?? null;
}
