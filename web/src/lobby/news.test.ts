import { describe, expect, it } from 'vitest';
import type { Chair } from '../wire/generated/table';
import { newsOf } from './news';

const chair = (name: string | null): Chair => ({
  owner: name === null ? null : { id: name, name, avatar: null },
  bot: null,
});
const table = (...names: (string | null)[]) => ({
  chairs: names.map(chair),
  host: 'Ann',
  is_playing: false,
  seats: [],
  voted_away: [],
  conceded: [],
  sent_away: [],
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

  it('is that one is the host now, whose room it was not', () => {
    const [hers, his] = [table('Ann', 'Bob'), { ...table('Ann', 'Bob'), host: 'Bob' }];

    expect(newsOf(hers, his, 'Bob')).toEqual(['You’re the host now.']);
    expect(newsOf(hers, his, 'Ann')).toEqual([]);
    expect(newsOf({ ...table(null, null), host: null }, his, 'Bob')).toEqual(['Ann has sat down.']);
  });

  it('is who was voted out, and nobody whose chair the end of a match gives up', () => {
    const on = { ...table('Ann', 'Bob'), is_playing: true, seats: [0, 1] };
    const gone = { ...table('Ann', null), is_playing: true, seats: [0, 1], voted_away: [1] };

    expect(newsOf(on, gone, 'Ann')).toEqual(['Bob was voted out.']);
    expect(newsOf(on, table('Ann', null), 'Ann')).toEqual([]);
  });

  it('is nobody whose win was claimed, however late their chair is given up', () => {
    const over = { ...table('Ann', 'Bob'), seats: [0, 1], conceded: [1] };

    expect(newsOf(over, { ...over, ...table('Ann', null), conceded: [1] }, 'Ann')).toEqual([]);
    expect(newsOf({ ...over, conceded: [] }, table('Ann', null), 'Ann')).toHaveLength(1);
  });

  it('is that one may sit here again', () => {
    const gone = { ...table('Ann'), sent_away: [{ id: 'Bob', name: 'Bob', avatar: null }] };

    expect(newsOf(gone, table('Ann'), 'Bob')).toEqual(['You can sit at this table again.']);
    expect(newsOf(gone, table('Ann'), 'Ann')).toEqual([]);
  });

  it('is for whom a bot plays in a match, and who is back', () => {
    const played = (bot: string | null) => ({
      ...table(),
      chairs: [chair('Ann'), { ...chair('Bob'), bot }],
      is_playing: true,
      seats: [0, 1],
    });
    const [here, away] = [played(null), played('level-5')];

    expect(newsOf(here, away, 'Ann')).toEqual(['A bot plays for Bob until they’re back.']);
    expect(newsOf(here, played('pass'), 'Ann')).toEqual(['Bob is passed over until they’re back.']);
    expect(newsOf(away, here, 'Ann')).toEqual(['Bob is back.']);
    expect(newsOf(here, away, 'Ann', true)).toEqual([]); // it is told beside the board
    expect(newsOf(away, here, 'Bob')).toEqual([]);
  });
});
