import { describe, expect, it } from 'vitest';
import type { Card, ScenarioPlayed } from '../../../wire/generated/rally';
import { told } from './told';

const card = (priority: number): Card => ({ card: 'move1', priority });
const played: ScenarioPlayed = {
  robots: [],
  winners: [],
  stopped_at: 3,
  happenings: [{ type: 'Died', register: 2, robot: 0, cell: [0, 0], because: 'edge', lives: 2 }],
};

describe('a turn outside of a match', () => {
  it('has no cards of whoever was destroyed in an earlier register', () => {
    const program = [card(10), card(20), card(30)];
    const other = [card(15), card(25), card(35)];
    const cards = told(played, [program, other]).flatMap((event) =>
      event.type === 'RegisterRevealed' ? [event.cards] : [],
    );

    expect(cards).toEqual([
      [card(10), card(15)],
      [card(20), card(25)],
      [null, card(35)],
    ]);
  });
});
