import { expect, it } from 'vitest';
import type { Settings } from '../../wire/generated/ricochet';
import { termsSentences } from './terms';

const agreed = { box: '2013', board: null, hourglass_seconds: 60, hourglass_turns: 1, goal: null };

function last(players: number, goal: number | null = null, most = players): string | undefined {
  return termsSentences({ ...agreed, goal } as unknown as Settings, [players, most]).at(-1)?.text;
}

it('says how many tokens win, for so many players (RC19)', () => {
  expect(last(3)).toContain('The first with 6 tokens wins.');
  expect(last(5)).toContain('Whoever has the most tokens at the end wins.');
  expect(last(5, 1)).toContain('The first with 1 token wins.');
});

it('promises no number while it depends on who sits down', () => {
  expect(last(2, null, 4)).toContain('Enough is 8 tokens for two players, 6 for three');
  expect(last(2, 3, 4)).toContain('The first with 3 tokens wins.');
  expect(last(5, null, 6)).toContain('Whoever has the most tokens at the end wins.');
});

it('tells facts apart from what they depend on and how they are said', () => {
  const facts = (players: readonly [number, number], goal: number | null = null): string[] =>
    termsSentences({ ...agreed, goal } as unknown as Settings, players).map(({ fact }) => fact);

  expect(facts([2, 4])).toEqual(facts([4, 4]));
  expect(facts([2, 4])).not.toEqual(facts([2, 4], 5));
});
