import { expect, test } from 'vitest';
import { cut } from './sentence';

test('a sentence is cut at its choices, in the order of its language', () => {
  const english = (at: Record<'chairs' | 'who', string>) =>
    `It seats ${at.chairs}; ${at.who} joins.`;
  const other = (at: Record<'chairs' | 'who', string>) => `${at.who} joins one of ${at.chairs}`;

  expect(cut(english, ['chairs', 'who'])).toEqual([
    { text: 'It seats ' },
    { choice: 'chairs', after: ';' },
    { text: ' ' },
    { choice: 'who', after: '' },
    { text: ' joins.' },
  ]);
  expect(cut(other, ['chairs', 'who'])).toEqual([
    { choice: 'who', after: '' },
    { text: ' joins one of ' },
    { choice: 'chairs', after: '' },
  ]);
});

test('a full stop never begins a line', () => {
  const message = (at: Record<'time', string>) => `You have ${at.time}.`;

  expect(cut(message, ['time'])).toEqual([{ text: 'You have ' }, { choice: 'time', after: '.' }]);
});
