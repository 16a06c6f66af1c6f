import { describe, expect, it } from 'vitest';
import type { Blocked, CourseFacts, Heading } from '../../wire/generated/rally';
import { ruleOf } from './rules';
import { eventText } from './story';

const course: CourseFacts = {
  name: 'Two by two',
  text: '',
  level: 'beginner',
  players: [1, 2],
  author: '',
  texts: {},
  edge: 'wall',
  rules: {},
  width: 2,
  height: 2,
  squares: [],
  walls: [{ cell: [0, 0], side: 'w' }],
  beams: [],
  turns: null,
};
const name = () => 'Ann';

function stopped(cell: Blocked['cell'], heading: Heading): Blocked {
  return { type: 'Blocked', register: 1, robot: 0, cell, heading, stuck: null };
}

describe('who cannot move on', () => {
  it('was stopped by the edge of the board, and D3 says so', () => {
    const ways: [Blocked['cell'], Heading][] = [
      [[0, 0], 'n'],
      [[1, 0], 'e'],
      [[1, 1], 's'],
      [[0, 1], 'w'],
    ];
    for (const [cell, heading] of ways) {
      expect(ruleOf(stopped(cell, heading), course)).toBe('D3');
    }
    expect(eventText(stopped([1, 0], 'e'), name, course)).toBe(
      'The edge of the board stops Ann on B1.',
    );
  });

  it('was stopped by a wall within the board, or by one printed at its edge: R14', () => {
    expect(ruleOf(stopped([0, 0], 'e'), course)).toBe('R14');
    expect(ruleOf(stopped([0, 0], 'w'), course)).toBe('R14');
    expect(eventText(stopped([0, 0], 'w'), name, course)).toBe('A wall stops Ann on A1.');
  });

  it('was not carried off by a belt that ends at the edge', () => {
    const { cell, heading, register, robot } = stopped([1, 1], 's');
    const belt = { type: 'BeltBlocked', register, robot, cell, heading } as const;
    expect(ruleOf({ ...belt, by: 'wall' }, course)).toBe('D3');
    expect(eventText({ ...belt, by: 'wall' }, name, course)).toMatch(/edge of the board/);
    expect(ruleOf({ ...belt, by: 'robots' }, course)).toBe('R42');
  });
});
