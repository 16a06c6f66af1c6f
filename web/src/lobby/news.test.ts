import { describe, expect, it } from 'vitest';
import type { Chair } from '../wire/generated/table';
import { newsOf } from './news';

const chair = (name: string | null): Chair => ({
  owner: name === null ? null : { id: name, name, avatar: null },
  bot: null,
});
const table = (...names: (string | null)[]) => ({
  chairs: names.map(chair),
});

describe('what is new at a table', () => {
  it('is who came and who left, but for oneself', () => {
    expect(newsOf(table('Ann', 'Bob', null), table('Ann', null, 'Cleo'), 'Ann')).toEqual([
      'Bob has left the table.',
      'Cleo has sat down.',
    ]);
    expect(newsOf(table('Ann', 'Bob'), table('Ann', null), 'Ann', true)).toEqual([]);
    expect(newsOf(table('Ann', null), table(null, null), 'Ann')).toEqual([]);
    expect(newsOf(null, table('Ann'), 'Bob')).toEqual([]);
  });
});
