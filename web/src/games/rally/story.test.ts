import { describe, expect, it } from 'vitest';
import type {
  Blocked,
  Carried,
  CourseFacts,
  Event,
  Heading,
  Moved,
} from '../../wire/generated/rally';
import { ruleOf } from './rules';
import { eventText, isPassedBy, told } from './story';

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

describe('time that ran out', () => {
  const names = ['Ann', 'Ben', 'Cleo'];
  const timeRanOut = (seats: number[], you: number | null, coming: Event[] = []) =>
    eventText(
      { type: 'TimeRanOut', seats },
      told(you, (seat) => names[seat] ?? ''),
      null,
      coming,
    );
  const turned = (seat: number): Event => ({ type: 'FacingChosen', seat, facing: null });
  const switched = (seat: number): Event => ({ type: 'PowerChosen', seat, on: null });

  it('names the last of several with “and”, and whoever is told it is “you”', () => {
    const told = (who: string) => `Time’s up: chance picks the cards ${who} left open.`;

    expect(timeRanOut([0, 1, 2], null)).toBe(told('Ann, Ben, and Cleo'));
    expect(timeRanOut([0, 1, 2], 0)).toBe(told('Ben, Cleo and you'));
    expect(timeRanOut([1], 0)).toBe(told('Ben'));
    expect(timeRanOut([0], 0)).toBe(told('you'));
  });

  it('tells directions from cards, and leaves nothing to chance of whoever was asked on or off', () => {
    const told = (who: string) => `Time’s up: chance picks the direction for ${who}.`;

    expect(timeRanOut([0], 0, [switched(0)])).toBe('Time’s up.');
    expect(timeRanOut([0, 1], 0, [switched(0), turned(1)])).toBe(told('Ben'));
    expect(timeRanOut([0, 1], 0, [turned(0), turned(1)])).toBe(told('Ben and you'));
    expect(timeRanOut([0], 0, [turned(0)])).toBe(told('you'));
    expect(timeRanOut([0, 1], null, [turned(0), { type: 'ProgramReady', seat: 1 }])).toBe(
      'Time’s up: chance picks the direction or the cards Ann and Ben left open.',
    );
  });
});

it('what players say of the end names others, and tells you what you said', () => {
  const said = (
    type: 'EndAgreed' | 'AbortAgreed' | 'PlayOnSaid' | 'OfferDeclined' | 'Resigned',
    you: number | null,
  ) =>
    eventText(
      { type, seat: 0 },
      told(you, () => 'Ann'),
      null,
    );

  expect(said('EndAgreed', 1)).toBe('Ann wants to end the match.');
  expect(said('EndAgreed', 0)).toBe('You want to end the match.');
  expect(said('AbortAgreed', 0)).toBe('You want to abort the match.');
  expect(said('PlayOnSaid', 0)).toBe('You would rather keep playing.');
  expect(said('OfferDeclined', 0)).toBe('You decline the offer.');
  expect(said('OfferDeclined', 1)).toBe('Ann declines the offer.');
  expect(said('Resigned', null)).toBe('Ann has resigned.');
  expect(said('Resigned', 0)).toBe('You gave the match up.');
});

it('a sentence begins with a capital, also behind a sign', async () => {
  const { overwriteGetLocale } = await import('../../paraglide/runtime');
  overwriteGetLocale(() => 'es');
  const touched: Event = { type: 'FlagTouched', register: 1, robot: 0, flag: 1, cell: [0, 0] };

  expect(eventText(touched, () => 'tu robot', null)).toBe('¡Tu robot toca la bandera 1!');
  overwriteGetLocale(() => 'en');
});

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

describe('the log', () => {
  const carried = (robot: number, x: number): Carried => ({
    type: 'Carried',
    register: 1,
    robot,
    start: [x, 0],
    end: [x + 1, 0],
    heading: 'e',
  });
  const off: Moved = { ...carried(0, 1), type: 'Moved', end: null };
  const fallen: Event = {
    type: 'Died',
    register: 1,
    robot: 0,
    cell: [1, 0],
    because: 'edge',
    lives: 2,
  };

  it('tells of a ride its end, whoever rides at the same time', () => {
    const later = [carried(1, 3), carried(0, 1)];

    expect(isPassedBy(carried(0, 0), later)).toBe(true);
    expect(isPassedBy(carried(0, 1), [carried(1, 4)])).toBe(false);
  });

  it('tells a fall once', () => {
    expect(isPassedBy(off, [fallen])).toBe(true);
    expect(isPassedBy(fallen, [])).toBe(false);
    expect(eventText(fallen, name, course)).toBe('Ann falls off the board at B1. 2 lives left.');
  });

  it('leaves out what the board and the list of robots show', () => {
    expect(isPassedBy({ type: 'ProgramReady', seat: 1 }, [])).toBe(true);
    expect(isPassedBy({ type: 'Faced', seat: 1, facing: 'n' }, [])).toBe(true);
  });
});
