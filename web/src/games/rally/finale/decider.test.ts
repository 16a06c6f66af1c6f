import { expect, it } from 'vitest';
import type { Robot } from '../../../wire/generated/rally';
import { apart, decider, isEmptyTie } from './decider';

function player(next_flag: number, lives: number, armour: number) {
  return { robot: { next_flag, lives, armour } as Robot };
}

it('D35: is said where flags were even', () => {
  const ahead = player(2, 2, 7);

  expect(decider([ahead, player(1, 3, 9)], [0], [], null)).toBeNull();
  expect(decider([ahead, player(2, 1, 9), player(1, 3, 9)], [0], [], null)).toBe('lives');
  expect(decider([player(2, 1, 9), ahead, player(2, 2, 5)], [1], [], null)).toBe('armour');
});

it('does not count those who are out', () => {
  const ahead = player(2, 2, 7);

  expect(decider([ahead, player(2, 1, 9)], [0], [1], null)).toBeNull();
  expect(decider([ahead, player(2, 0, 9)], [0], [], null)).toBeNull();
  expect(decider([ahead, ahead], [0, 1], [], null)).toBeNull();
  expect(decider([ahead, ahead], [], [], null)).toBeNull();
});

it('tells those who lost why they did', () => {
  const players = [player(2, 3, 7), player(2, 3, 5), player(2, 1, 9), player(1, 3, 9)];

  expect([0, 1, 2, 3].map((you) => decider(players, [0], [], you))).toEqual([
    'armour',
    'armour',
    'lives',
    null,
  ]);
});

it('D35: tells apart those with as many flags', () => {
  const told = (...players: ReturnType<typeof player>[]) =>
    players.map((_, seat) => apart(players, seat, []));

  expect(told(player(3, 3, 6), player(1, 3, 9), player(1, 3, 7))).toEqual([
    null,
    'armour',
    'armour',
  ]);
  expect(told(player(2, 3, 6), player(2, 1, 9))).toEqual(['lives', 'lives']);
  expect(told(player(2, 3, 6), player(2, 3, 6), player(2, 0, 9))).toEqual([null, null, null]);
  expect(apart([player(2, 3, 6), player(2, 3, 5)], 0, [1])).toBeNull();
});

it('tells a tie in which nobody has touched a flag', () => {
  const [none, one] = [player(1, 3, 9), player(2, 3, 9)];

  expect(isEmptyTie([none, none], [0, 1])).toBe(true);
  expect(isEmptyTie([one, one], [0, 1])).toBe(false);
  expect(isEmptyTie([none, none], [1])).toBe(false); // the other one has resigned
});
