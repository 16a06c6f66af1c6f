import { expect, it } from 'vitest';
import type { Settings } from '../../wire/generated/ricochet';
import { termsSentences } from './terms';

const agreed = { box: '2013', board: null, hourglass_seconds: 60, hourglass_turns: 1, goal: null };

function last(players: number, goal: number | null = null): string | undefined {
  return termsSentences({ ...agreed, goal } as unknown as Settings, players).at(-1);
}

it('says how many tokens win, for so many players (RC19)', () => {
  expect(last(3)).toContain('The first with 6 tokens wins.');
  expect(last(5)).toContain('Whoever has the most tokens at the end wins.');
  expect(last(5, 1)).toContain('The first with 1 token wins.');
});
