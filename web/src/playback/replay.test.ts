import { describe, expect, it } from 'vitest';
import type { Change } from '../wire/changes';
import type { ReplayEntry } from '../wire/generated/table';
import { linkTo, momentAt, moments, sinceStop, stepFrom, type Moment } from './replay';

interface View {
  round: number;
  players: readonly { lives: number; cell: readonly number[] | null }[];
}
const START: View = { round: 0, players: [{ lives: 3, cell: [1, 2] }, { lives: 3, cell: null }] }; // prettier-ignore

function entry(version: number, ...steps: [unknown, Change][]): ReplayEntry {
  return { version, at: 100 * version, steps };
}

const ENTRIES = [
  entry(1, ['a', { round: [1] }]),
  entry(2), // of which nothing was seen
  entry(
    3,
    ['b', { players: { 1: { cell: [[4, 5]] } } }],
    ['c', null],
    [null, { players: { 0: { lives: [2] } } }],
    ['d', { players: { 0: { cell: [null] } } }],
  ),
];
const all = moments<View, string>(START, ENTRIES, (events) => events.map((one) => one === 'b'));

describe('moments', () => {
  it('stop where they are told to, and behind every entry', () => {
    expect(all.map(({ version, step, isLast }) => [version, step, isLast])).toEqual([
      [1, 1, true],
      [3, 1, false],
      [3, 2, true],
    ]);
    expect(all.map(({ events }) => events)).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  it('hold what is seen then', () => {
    expect(all.map(({ view }) => view.round)).toEqual([1, 1, 1]);
    expect(all[1]?.view.players[0]).toEqual({ lives: 3, cell: [1, 2] });
    expect(all[2]?.view.players).toEqual([
      { lives: 2, cell: null },
      { lives: 3, cell: [4, 5] },
    ]);
  });
});

describe('links', () => {
  it('lead to the moment they were made for', () => {
    expect(all.map(linkTo)).toEqual(['1', '3.1', '3']);
    expect(all.map((one) => momentAt(all, linkTo(one)))).toEqual([0, 1, 2]);
  });

  it('that mean no moment lead to the one before it', () => {
    expect(momentAt(all, '2')).toBe(0);
    expect(momentAt(all, '99')).toBe(2);
    expect(momentAt(all, '0')).toBe(0);
    expect(momentAt(all, 'nonsense')).toBe(0);
  });
});

describe('stepFrom', () => {
  const row = [...'abbbc'].map((event, at): Moment<null, string> => ({
    version: at,
    step: 1,
    isLast: true,
    at,
    view: null,
    events: [event],
  }));
  const isOne = (here: Moment<null, string>, next: Moment<null, string>) =>
    here.events[0] === next.events[0];

  it('passes what belongs together, and stops at the end of it', () => {
    expect(stepFrom(row, 0, 1, isOne)).toBe(3);
    expect(stepFrom(row, 3, 1, isOne)).toBe(4);
  });

  it('goes back to the same stops', () => {
    expect(stepFrom(row, 4, -1, isOne)).toBe(3);
    expect(stepFrom(row, 3, -1, isOne)).toBe(0);
  });

  it('stays inside the match', () => {
    expect(stepFrom(row, 4, 1, isOne)).toBe(4);
    expect(stepFrom(row, 0, -1, isOne)).toBe(0);
  });

  it('tells all that happened since the last stop', () => {
    expect(sinceStop(row, 3, isOne)).toEqual(['b', 'b', 'b']);
    expect(sinceStop(row, 4, isOne)).toEqual(['c']);
  });
});
