// The text of a course in pieces, so that what is wrong can be marked where it stands. Pure.

import type { FindingFacts } from '../../wire/generated/rally';

type Kind = FindingFacts['kind'];
type FindingMark = Pick<FindingFacts, 'kind' | 'line' | 'column'>;

export interface CoursePiece {
  text: string;
  kind: Kind | null; // null is all right
}

/** All of the text; a mark goes on to the end of the element, and is a blank where one is missing. */
export function pieces(text: string, findings: readonly FindingMark[]): CoursePiece[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const end = at < lines.length - 1 ? '\n' : '';
    const here = findings.filter((one) => one.line === at + 1).toSorted(firstThenWorst);
    const made: CoursePiece[] = [];
    let done = 0;
    for (const { kind, column } of here) {
      const start = column - 1;
      if (start < done) continue; // it is marked already
      const word = /^(?:[^\s/]+|\/)/.exec(line.slice(start))?.[0] ?? ' ';
      made.push({ text: line.slice(done, start), kind: null }, { text: word, kind });
      done = start + word.length;
    }
    return [...made, { text: line.slice(done) + end, kind: null }].filter((one) => one.text);
  });
}

function firstThenWorst(one: FindingMark, other: FindingMark): number {
  return one.column - other.column || (one.kind === 'error' ? -1 : 1);
}
