import { expect, it } from 'vitest';
import type { CourseFacts } from '../../wire/generated/rally';
import { broughtAlong, saysNothingOfTime, valueName } from './settings';

const course: CourseFacts = {
  name: 'Walled in',
  text: '',
  level: 'beginner',
  players: [1, 2],
  author: '',
  texts: {},
  edge: 'wall',
  rules: { flags_save: 'on', respawn_armour: '7', deck: '84' },
  width: 1,
  height: 1,
  squares: [],
  walls: [],
  beams: [],
  turns: null,
};

it('tells what a course brings along, but not what is by the sheet or chosen at the table', () => {
  expect(broughtAlong(course, { respawn_armour: 9 })).toEqual([
    ['edge', 'wall'],
    ['flags_save', true],
  ]);
});

it('gives a time its unit', () => {
  expect(valueName('turn_seconds', 90)).toBe('90 seconds');
});

it('knows whether the table or the course says how long people may program', () => {
  const timed = { ...course, rules: { turn_seconds: '0' } };
  expect(saysNothingOfTime(course, { max_turns: 9 })).toBe(true);
  expect(saysNothingOfTime(course, { turn_seconds: 0 })).toBe(false);
  expect(saysNothingOfTime(timed, {})).toBe(false);
  expect(saysNothingOfTime(course, { afk: 'wait' })).toBe(false);
  expect(saysNothingOfTime({ ...course, rules: { afk: 'wait' } }, { afk: 'bot' })).toBe(true);
});
