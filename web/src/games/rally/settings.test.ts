import { expect, it } from 'vitest';
import type { CourseFacts } from '../../wire/generated/rally';
import { broughtAlong, saysNothingOfTime, timeWords, valueName, waitsForAbsent } from './settings';

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

it('says how long a program may take, where nobody chose anything, too', () => {
  expect(timeWords(45, course)).toBe('45 seconds');
  expect(timeWords(60, course)).toBe('1 minute');
  expect(timeWords(0, course)).toBe('as long as you like');
  expect(timeWords(null, course)).toBe('3 minutes');
  expect(timeWords(null, { ...course, rules: { turn_seconds: '90' } })).toBe('90 seconds');
  expect(timeWords(null, { ...course, rules: { turn_seconds: '0' } })).toBe('as long as you like');
});

it('knows whether the table or the course says how long people may program', () => {
  const timed = { ...course, rules: { turn_seconds: '0' } };
  expect(saysNothingOfTime(course, { max_turns: 9 })).toBe(true);
  expect(saysNothingOfTime(course, { turn_seconds: 0 })).toBe(false);
  expect(saysNothingOfTime(timed, {})).toBe(false);
  expect(saysNothingOfTime(course, { afk: 'wait' })).toBe(true);
});

it('knows whether the table or the course waits for players who are away', () => {
  expect(waitsForAbsent(course, {})).toBe(false);
  expect(waitsForAbsent(course, { afk: 'wait' })).toBe(true);
  expect(waitsForAbsent({ ...course, rules: { afk: 'wait' } }, { afk: 'bot' })).toBe(false);
});
