import { expect, test } from 'vitest';
import { contentsOf, presentAt } from './contents';

const BOOK = [
  '<h1>The rules</h1><h2 id="moving" tabindex="-1">Moving</h2>',
  '<h3 id="rc5" tabindex="-1">RC5: No brakes<a href="#rc5">#</a></h3><p>Text</p><h4 id="d1">D1: A decision</h4>',
  '<h3 id="rc6" tabindex="-1">RC6: Every robot: may help</h3><h2 id="end">The end</h2>',
];

test('chapters have their rules, by number and title', () => {
  expect(contentsOf(BOOK)).toEqual([
    {
      id: 'moving',
      number: '',
      title: 'Moving',
      rules: [
        { id: 'rc5', number: 'RC5', title: 'No brakes' },
        { id: 'rc6', number: 'RC6', title: 'Every robot: may help' },
      ],
    },
    { id: 'end', number: '', title: 'The end', rules: [] },
  ]);
});

test('whoever reads is at the last heading that has come to the top', () => {
  expect(presentAt([])).toBeNull();
  expect(presentAt([['moving', 300]])).toBeNull();
  expect(
    presentAt([
      ['moving', -900],
      ['rc5', 20],
      ['rc6', 400],
    ]),
  ).toBe('rc5');
});
