import { describe, expect, it } from 'vitest';
import type { Blocked, Carried, Died, Robot, ScenarioPlayed } from '../../../wire/generated/rally';
import { attemptComments, hardComments, type OwnProgram } from './comments';

const ROBOT: Robot = {
  cell: [2, 0],
  facing: 'e',
  armour: 9,
  lives: 3,
  next_flag: 1,
  save: [0, 0],
  virtual: false,
  off: false,
};

function played(happenings: ScenarioPlayed['happenings'], other = ROBOT): ScenarioPlayed {
  return { robots: [ROBOT, other], winners: [], stopped_at: 5, happenings };
}

const OWN: OwnProgram = {
  kinds: 'move1 left move2 move1 right',
  left: [3, 2, null, null],
  solutions: ['move1 right move3', 'move2 left move3'],
  played: null,
  kind: 'flag',
  flag: 2,
  course: null,
  other: 'Spring',
};

function texts(own: Partial<OwnProgram>): string[] {
  return attemptComments({ ...OWN, ...own }).map(({ text }) => text);
}

describe('an attempt in words', () => {
  it('says which card was wrong, and which was right', () => {
    expect(texts({})).toEqual([
      'Up to register 1 your program was right.',
      '“Left” in register 2 left the route. “Right” was the card to play.',
    ]);
    expect(texts({ left: [3, null, null, null] })[0]).toBe(
      '“Move 1” in register 1 left the route. “Move 1” was the card to play.',
    );
  });

  it('says what became of the robot, before it says why', () => {
    const died: Omit<Died, 'because'> = {
      type: 'Died',
      robot: 0,
      register: 3,
      cell: [3, 3],
      lives: 2,
    };
    const said = (because: 'pit' | 'edge' | 'press' | 'laser') =>
      texts({ played: played([{ ...died, because }]) })[0];

    expect(said('pit')).toBe('Your robot fell into the pit on D4 in register 3.');
    expect(said('edge')).toContain('fell off the board at D4');
    expect(said('press')).toContain('crushed');
    expect(said('laser')).toContain('ran out of armour');
  });

  it('says where it stood, or who still stood', () => {
    const squares = [{ cell: [5, 5], flag: 2 }] as never;
    expect(texts({ played: played([]), course: { squares } })[0]).toBe(
      'At the end your robot stood on C1. Flag 2 is on F6.',
    );
    expect(texts({ played: played([]), kind: 'pit' })[0]).toBe(
      'Spring was still on the board at the end.',
    );
    const blocked: Blocked = {
      type: 'Blocked',
      robot: 0,
      register: 4,
      cell: [2, 0],
      heading: 'e',
      stuck: null,
    };
    expect(texts({ played: played([blocked]), kind: 'survive' })[0]).toContain('register 4');
  });

  it('has nothing to say of a program that did it', () => {
    expect(texts({ left: [3, 2, 1, 0] })).toEqual([]);
  });
});

describe('what makes it hard', () => {
  const carried: Carried = {
    type: 'Carried',
    robot: 0,
    register: 2,
    start: [0, 0],
    end: [1, 0],
    heading: 'e',
  };

  function said(themes: string[], happenings: ScenarioPlayed['happenings'] = []): string[] {
    const task = { themes, length: 3, hand: 9, programs: 24, other: 'Spring', locale: 'en' };
    return hardComments({ ...task, played: played(happenings) }).map(({ text }) => text);
  }

  it('is how few programs do it', () => {
    expect(said([])).toEqual(['Only 1 program in 630 does it.']);
  });

  it('is where a theme bites, up to the register that decides', () => {
    expect(said(['belt'], [carried])[1]).toBe('A belt carries your robot along in register 2.');
    expect(said(['belt'], [{ ...carried, register: 4 }])).toHaveLength(1);
    const hurt = { type: 'Damaged', robot: 0, register: 1, lost: 2, armour: 7 } as const;
    expect(said(['damage'], [hurt])[1]).toBe('The right way costs armour: 2.');
    const back = { type: 'CardPlayed', robot: 0, register: 1, kind: 'back', priority: 1 } as const;
    expect(said(['backwards'], [back])[1]).toContain('backwards in register 1');
    expect(said(['last-register', 'few-cards', 'rare', 'company'])).toHaveLength(1);
  });
});
