import { describe, expect, it } from 'vitest';
import type { Chair, Terms } from '../wire/generated/table';
import { newsOf } from './news';

const TERMS: Terms = {
  game: 'dice',
  settings: {},
  is_public: false,
  absent: 'bot',
  stand_in: null,
  deal: null,
  is_rated: false,
  speed: null,
};
const chair = (name: string | null): Chair => ({
  owner: name === null ? null : { id: name, name, avatar: null },
  bot: null,
});
const table = (...names: (string | null)[]) => ({
  terms: TERMS,
  chairs: names.map(chair),
  host: 'Ann',
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

  it('is that something else is played, but not for the host, who chose it', () => {
    const other = { ...table('Ann'), terms: { ...TERMS, settings: { goal: 3 } } };

    expect(newsOf(table('Ann'), other, 'Bob')).toHaveLength(1);
    expect(newsOf(table('Ann'), other, 'Ann')).toEqual([]);
    expect(newsOf(other, { ...other }, 'Bob')).toEqual([]);
  });
});
