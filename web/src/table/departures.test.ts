import { describe, expect, it } from 'vitest';
import type { Table } from '../wire/generated/table';
import { departed, withDepartures } from './departures';

const ANN = { owner: { id: 'a', name: 'Ann', avatar: null }, bot: null, is_away: false };

function table(facts: Partial<Table>): Table {
  return {
    is_playing: true,
    people: [0, 1],
    seats: [0, 1],
    players: ['Ann', 'Bob'],
    voted_away: [],
    chairs: [ANN, { owner: null, bot: null, is_away: false }],
    ...facts,
  } as Partial<Table> as Table;
}

describe('whoever leaves', () => {
  it('is told where it was learned, once', () => {
    const first = departed([], table({}), 4);
    const later = departed(first, table({}), 9);
    const story = ['3 0', '4 0', '5 0'].map((key) => ({ key, text: key }));

    expect(first).toEqual([{ seat: 1, after: 4, text: 'Bob has left the table.' }]);
    expect(later).toEqual(first);
    expect(withDepartures(story, later).map(({ text }) => text)).toEqual([
      '3 0',
      '4 0',
      'Bob has left the table.',
      '5 0',
    ]);
  });

  it('is told otherwise where others have sent them away, or a bot plays on', () => {
    const bot = table({ chairs: [ANN, { owner: null, bot: 'level-3', is_away: false }] as never });

    expect(departed([], table({ voted_away: [1] }), 1)[0]?.text).toBe('Bob is out of the match.');
    expect(departed([], bot, 1)[0]?.text).toBe(
      'Bob has left the table. A bot plays on in their place.',
    );
  });

  it('is nobody new once the match is over', () => {
    expect(departed([], table({ is_playing: false }), 9)).toEqual([]);
  });
});
