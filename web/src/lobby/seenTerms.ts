// What a table had agreed on when somebody first looked, by facts: sentences change with the language.

import { visit } from '../app/storage';

export interface SeenTerms {
  agreed: string;
  facts: readonly string[];
}

/** `place`: the table, and after which match. */
export function seenAt(place: string): SeenTerms | null {
  try {
    return JSON.parse(visit.stored(`terms.${place}`) ?? 'null') as SeenTerms | null;
  } catch {
    return null;
  }
}

export function keepSeen(place: string, seen: SeenTerms): void {
  visit.store(`terms.${place}`, JSON.stringify(seen));
}
