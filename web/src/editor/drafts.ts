// Drawings that are kept in this browser, each with a name. Pure.

export interface Draft<T> {
  readonly id: string;
  readonly name: string;
  readonly changed: number; // milliseconds
  readonly value: T;
}

export type Drafts<T> = readonly Draft<T>[]; // the latest first

export const MOST_DRAFTS = 30;

/** Keep a drawing: a new one, or the next state of one that is known by its id. */
export function kept<T>(drafts: Drafts<T>, draft: Draft<T>): Drafts<T> {
  const others = drafts.filter(({ id }) => id !== draft.id);
  return [draft, ...others].slice(0, MOST_DRAFTS);
}

/** The one that makes room for this one, if any. */
export function droppedFor<T>(drafts: Drafts<T>, draft: Draft<T>): Draft<T> | undefined {
  return drafts.filter(({ id }) => id !== draft.id)[MOST_DRAFTS - 1];
}

export function without<T>(drafts: Drafts<T>, id: string): Drafts<T> {
  return drafts.filter((draft) => draft.id !== id);
}

/** Back where it was, after it was deleted. */
export function restored<T>(drafts: Drafts<T>, draft: Draft<T>): Drafts<T> {
  return [...without(drafts, draft.id), draft].toSorted(
    (one, other) => other.changed - one.changed,
  );
}

/** Those that can still be read: anybody may have written into a browser's storage. */
export function readDrafts<T>(text: string | null, read: (value: unknown) => T | null): Drafts<T> {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(found)) return [];
  return found.flatMap((one: unknown) => {
    const { id, name, changed, value } = (one ?? {}) as Partial<Draft<unknown>>;
    const drawing = read(value);
    const isWhole =
      typeof id === 'string' && typeof name === 'string' && typeof changed === 'number';
    return isWhole && drawing !== null ? [{ id, name, changed, value: drawing }] : [];
  });
}
