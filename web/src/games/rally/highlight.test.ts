import { describe, expect, it } from 'vitest';
import { pieces } from './highlight';

const error = (line: number, column: number) => ({ kind: 'error' as const, line, column });
const note = (line: number, column: number) => ({ kind: 'note' as const, line, column });

describe('pieces', () => {
  it('marks an element from where it stands to its end', () => {
    expect(pieces('. ./? S\n1', [error(1, 5)])).toEqual([
      { text: '. ./', kind: null },
      { text: '?', kind: 'error' },
      { text: ' S\n', kind: null },
      { text: '1', kind: null },
    ]);
  });

  it('marks a blank where something is missing', () => {
    expect(pieces('. .', [error(1, 4)])).toEqual([
      { text: '. .', kind: null },
      { text: ' ', kind: 'error' },
    ]);
  });

  it('marks a place once, as bad as it is', () => {
    expect(pieces('S Q', [note(1, 3), error(1, 3), note(1, 1)])).toEqual([
      { text: 'S', kind: 'note' },
      { text: ' ', kind: null },
      { text: 'Q', kind: 'error' },
    ]);
  });

  it('is the text itself where all is well', () => {
    const text = 'rally 1\nboard:\n S 1\n';

    expect(
      pieces(text, [])
        .map((one) => one.text)
        .join(''),
    ).toBe(text);
  });
});
