// The entries of a match, put together from what came one by one. Pure.

import type { ToldAt } from './absences';

export interface Versioned<Event = unknown> {
  version: number;
  events: readonly Event[];
}

export interface TimedEntry<Event = unknown> extends Versioned<Event> {
  at: number; // on the clock of the match
}

const MOST_KEPT = 500;

/** Entries in their order, each once, however they came; the latest of them. */
export function merged<Entry extends Versioned>(
  known: readonly Entry[],
  added: readonly Entry[],
): readonly Entry[] {
  const all = new Map([...known, ...added].map((entry) => [entry.version, entry]));
  return [...all.values()].toSorted((one, other) => one.version - other.version).slice(-MOST_KEPT);
}

/** The events after a version, up to and including another one, of those that are known. */
export function eventsBetween<Event>(
  entries: readonly Versioned<Event>[],
  span: readonly [number, number] | null,
): readonly Event[] {
  const [from, to] = span ?? [0, 0];
  return entries
    .filter(({ version }) => from < version && version <= to)
    .flatMap(({ events }) => events);
}

/** A line of the log of a match. */
export interface Line {
  key: string;
  text: string;
  rule?: string | null; // the number of the rule by which it happened
  isHead?: boolean; // with it a round or turn begins
}

/** What there is to say of an event besides its text. */
interface LineTelling<Event> {
  ruleOf?: (event: Event) => string | null;
  isHead?: (event: Event) => boolean;
  isPassedBy?: (event: Event, coming: readonly Event[]) => boolean; // it needs no line
  goesOn?: (event: Event, before: Event) => boolean; // with the line of the one before
  besides?: readonly ToldAt[]; // what is no event of the match, in order
}

/** When an event happened, and what followed at once. */
interface Around<Event> {
  moment: number; // on the clock of the match
  coming: readonly Event[];
}

/** What happened, as lines; events that have no text speak for themselves. */
export function linesOf<Event>(
  entries: readonly (Versioned<Event> & { at?: number })[],
  textOf: (event: Event, around: Around<Event>) => string | null,
  { ruleOf, isHead, isPassedBy, goesOn, besides = [] }: LineTelling<Event> = {},
): Line[] {
  const lines: Line[] = [];
  let before: Event | null = null; // what the last line told
  let told = 0; // of what is told besides
  const tellUntil = (at: number, version: number) => {
    for (; (besides[told]?.at ?? Infinity) < at; told += 1) {
      lines.push({ key: `${version} 0 ${told}`, text: besides[told]?.text ?? '' });
      before = null;
    }
  };
  for (const { version, at: moment = 0, events } of entries) {
    tellUntil(moment, version - 1);
    for (const [at, event] of events.entries()) {
      const coming = events.slice(at + 1);
      const text = isPassedBy?.(event, coming) ? null : textOf(event, { moment, coming });
      if (!text) continue;
      const line = before !== null && goesOn?.(event, before) ? lines.pop() : undefined;
      lines.push(
        line
          ? { ...line, text: `${line.text} · ${text}` }
          : {
              key: `${version} ${at}`,
              text,
              rule: ruleOf?.(event) ?? null,
              isHead: isHead?.(event) ?? false,
            },
      );
      before = event;
    }
  }
  tellUntil(Infinity, entries.at(-1)?.version ?? 0);
  return lines;
}
