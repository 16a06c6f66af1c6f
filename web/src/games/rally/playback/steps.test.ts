import { describe, expect, it } from 'vitest';
import type { Cell, Event, Player } from '../../../wire/generated/rally';
import { isResolution, standings, STAGES, steps } from './steps';

function player(cell: Cell | null, changes: Partial<Player> = {}): Player {
  return {
    robot: {
      cell,
      facing: 'e',
      armour: 9,
      lives: 3,
      next_flag: 1,
      save: [0, 0],
      virtual: false,
      off: false,
    },
    registers: [null, null, null, null, null],
    scheduled: false,
    fresh: false,
    lost_at: 0,
    private: null,
    ...changes,
  };
}

const way = (robot: number, start: Cell, end: Cell | null, register: number | null = 1) => ({
  register,
  robot,
  start,
  end,
  heading: 'e' as const,
});
const two = standings([player([0, 0]), player([1, 0])]);
const reveal: Event = {
  type: 'RegisterRevealed',
  register: 1,
  cards: [{ card: 'move1', priority: 500 }, null],
};

describe('standings', () => {
  it('know where a lost robot will be back, and no facing of one that has not chosen', () => {
    const [lost, fresh] = standings([player(null), player([2, 2], { fresh: true })]);

    expect(lost).toMatchObject({ cell: [0, 0], isLost: true, turn: 90 });
    expect(fresh).toMatchObject({ cell: [2, 2], isLost: false, turn: null });
  });
});

describe('isResolution', () => {
  it('is where registers are played', () => {
    expect(isResolution([{ type: 'ProgramReady', seat: 0 }])).toBe(false);
    expect(isResolution([{ type: 'ProgramReady', seat: 0 }, reveal])).toBe(true);
  });
});

describe('steps', () => {
  it('say first whose time has run out', () => {
    const made = steps([{ type: 'TimeRanOut', seats: [1] }, reveal], two);

    expect(made.map(({ events }) => events.map(({ type }) => type))).toEqual([
      ['TimeRanOut'],
      ['RegisterRevealed'],
    ]);
  });

  it('tell a turn from the one before it, where nobody had to choose between them', () => {
    const second: Event = { ...reveal, register: 2 };
    const made = steps([reveal, second, reveal, second], two);

    expect(made.map(({ later, register, table }) => [later, register, table.length])).toEqual([
      [0, 1, 1],
      [0, 2, 2],
      [1, 1, 1],
      [1, 2, 2],
    ]);
  });

  it('put robots where events say; one that pushes moves with those it pushes', () => {
    const made = steps(
      [
        reveal,
        { type: 'CardPlayed', register: 1, robot: 0, kind: 'move1', priority: 500 },
        { type: 'Pushed', by: 0, ...way(1, [1, 0], [2, 0]) },
        { type: 'Moved', ...way(0, [0, 0], [1, 0]) },
      ],
      two,
    );

    expect(made.map(({ robot }) => robot)).toEqual([null, 0, 0]);
    expect(made.map(({ robots }) => robots.map(({ cell }) => cell[0]))).toEqual([
      [0, 1],
      [0, 1],
      [1, 2],
    ]);
    expect(made.every(({ register, cards }) => register === 1 && cards.length === 2)).toBe(true);
  });

  it('name the stage of each event, in the order of a register', () => {
    const made = steps(
      [
        reveal,
        { type: 'Moved', ...way(0, [0, 0], [1, 0]) },
        { type: 'Carried', ...way(0, [1, 0], [2, 0]) },
        { type: 'Pushed', by: 0, ...way(1, [3, 0], [4, 0]) },
        { type: 'PushedByPusher', ...way(0, [2, 0], [3, 0]) },
        { type: 'Blocked', register: 1, robot: 1, cell: [4, 0], heading: 'e', stuck: null },
        { type: 'TurnedByGear', register: 1, robot: 0, facing: 's' },
        { type: 'Died', register: 1, robot: 1, cell: [4, 0], because: 'press', lives: 2 },
        { type: 'Burnt', register: 1, robot: 0, cell: [3, 0], beams: 1 },
        { type: 'FlagTouched', register: 1, robot: 0, cell: [3, 0], flag: 1 },
        { type: 'Repaired', register: null, robot: 0, gained: 1, armour: 9 },
      ],
      two,
    );
    const named = made.map(({ stage }) => stage);

    expect(named).toEqual([
      'reveal',
      'moves',
      'belts',
      'pushers',
      'gears',
      'presses',
      'lasers',
      'flags',
      'end',
    ]);
    expect([...new Set(named)]).toEqual([...STAGES]);
    expect(made.at(-1)?.register).toBeNull();
  });

  it('let who falls be lost in the stage in which it fell', () => {
    const made = steps(
      [
        reveal,
        { type: 'Pushed', by: 0, ...way(1, [1, 0], null) },
        { type: 'Died', register: 1, robot: 1, cell: [1, 0], because: 'edge', lives: 0 },
        { type: 'Moved', ...way(0, [0, 0], [1, 0]) },
      ],
      two,
    );

    expect(made.map(({ stage }) => stage)).toEqual(['reveal', 'moves']);
    expect(made.at(-1)?.robots[1]).toMatchObject({
      isLost: true,
      lives: 0,
      armour: 0,
      cell: [1, 0],
    });
  });

  it('turn robots the short way round', () => {
    const made = steps(
      [
        { type: 'Turned', register: 1, robot: 0, facing: 'n' },
        { type: 'TurnedByGear', register: 1, robot: 0, facing: 'w' },
        { type: 'TurnedByBelt', register: 1, robot: 0, facing: 's' },
      ],
      two,
    );

    expect(made.map(({ robots }) => robots[0]?.turn)).toEqual([0, -90, -180]);
  });

  it('tell of the present what is kept, lost and got back', () => {
    const made = steps(
      [
        { type: 'Damaged', register: 1, robot: 0, lost: 2, armour: 7 },
        { type: 'FlagTouched', register: 1, robot: 0, cell: [0, 0], flag: 1 },
        { type: 'Materialised', register: null, robot: 0, cell: [0, 0] },
        { type: 'Died', register: 1, robot: 1, cell: [1, 0], because: 'pit', lives: 2 },
        { type: 'Returned', seat: 1, cell: [5, 5], armour: 9, virtual: true },
        { type: 'PoweredDown', seat: 0 },
      ],
      two,
    );

    expect(made.at(-1)?.robots).toMatchObject([
      { armour: 7, nextFlag: 2, isVirtual: false, isOff: true },
      { cell: [5, 5], armour: 9, isVirtual: true, isLost: false, turn: null },
    ]);
  });

  it('leave out what is no step', () => {
    expect(
      steps(
        [
          { type: 'TurnEnded' },
          { type: 'TurnBegan', turn: 2 },
          { type: 'HandDealt', seat: 1, cards: null },
        ],
        two,
      ),
    ).toEqual([]);
  });
});

describe('what happens at once', () => {
  const shown = (events: readonly Event[]) =>
    steps([reveal, ...events], two).map(({ events: all }) => all.map(({ type }) => type).join(' '));

  it('is one step: R41 for belts, unless a robot rides twice (R40)', () => {
    expect(
      shown([
        { type: 'Carried', ...way(0, [0, 0], [1, 0]) },
        { type: 'TurnedByBelt', register: 1, robot: 0, facing: 's' },
        { type: 'Carried', ...way(1, [4, 0], [5, 0]) },
        { type: 'Carried', ...way(0, [1, 0], [2, 0]) },
      ]),
    ).toEqual(['RegisterRevealed', 'Carried TurnedByBelt Carried', 'Carried']);
  });

  it('is all fire before the losses (R43)', () => {
    expect(
      shown([
        { type: 'Burnt', register: 1, robot: 0, cell: [0, 0], beams: 1 },
        { type: 'Shot', register: 1, robot: 1, start: [1, 0], end: [0, 0], victim: 0 },
        { type: 'Damaged', register: 1, robot: 0, lost: 2, armour: 0 },
        { type: 'Died', register: 1, robot: 0, cell: [0, 0], because: 'laser', lives: 2 },
      ]),
    ).toEqual(['RegisterRevealed', 'Burnt Shot', 'Damaged Died']);
  });
});

describe('a card', () => {
  it('is in play until the next one, and lies open from its register on', () => {
    const card = { card: 'move2' as const, priority: 700 };
    const made = steps(
      [
        { type: 'RegisterRevealed', register: 1, cards: [card, { card: 'left', priority: 90 }] },
        { type: 'CardPlayed', register: 1, robot: 0, kind: 'move2', priority: 700 },
        { type: 'Moved', ...way(0, [0, 1], [1, 1]) },
        { type: 'CardPlayed', register: 1, robot: 1, kind: 'left', priority: 90 },
        { type: 'TurnedByGear', register: 1, robot: 0, facing: 's' },
      ],
      two,
    );

    expect(made.map(({ acting }) => acting && [acting.seat, acting.made])).toEqual([
      null,
      [0, 0],
      [0, 1],
      [1, 0],
      null,
    ]);
    expect(made.map(({ done }) => done)).toEqual([[], [], [], [0], [0, 1]]);
    expect(made.map(({ upTo }) => upTo)).toEqual([1, 2, 3, 4, 5]);
    expect(made.at(-1)?.table).toHaveLength(1);
  });
});
