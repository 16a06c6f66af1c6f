import { describe, expect, it } from 'vitest';
import type { Bidding, State } from '../../wire/generated/ricochet';
import { m } from '../../paraglide/messages';
import { promptFor, shortened } from './prompts';

describe('a name within a sentence', () => {
  it('is whole if it is short', () => {
    expect(shortened('Bartholomew 21')).toBe('Bartholomew 21');
  });

  it('is shortened by whole letters', () => {
    expect(shortened('Konstantina Papadopoulou')).toBe('Konstantina P…');
    expect(shortened('🤖'.repeat(24))).toBe(`${'🤖'.repeat(13)}…`);
    expect(shortened('Bartholomeus Maximus')).toBe('Bartholomeus…');
  });
});

describe('while people bid', () => {
  const phase = (moves: number, done: number[]): Bidding => ({
    type: 'Bidding',
    target: 'red-circle' as Bidding['target'],
    until: 0,
    bids: [{ seat: 0, moves }],
    withdrawn: [],
    done,
  });
  const said = (moves: number, seat: number | null, done: number[] = []) =>
    promptFor({ phase: phase(moves, done), settings: {}, won: [[], []] } as unknown as State, {
      seat,
      canTurn: false,
      name: String,
    });

  it('asks for something shorter, if there can be', () => {
    expect(said(2, 0)).toBe(m.say_bid_lowest());
    expect(said(2, 1)).toBe(m.say_bidding({ name: '0', count: 2 }));
  });

  it('RC14: tells the first of equals that theirs is the one to beat', () => {
    const bids = [
      { seat: 0, moves: 4 },
      { seat: 1, moves: 4 },
    ];
    const settings = { ties: 'first to say' };
    const view = { phase: { ...phase(4, []), bids }, settings, won: [[], []] };
    const told = (seat: number) =>
      promptFor(view as unknown as State, { seat, canTurn: false, name: String });

    expect(told(0)).toBe(m.say_bid_lowest());
    expect(told(1)).toBe(m.say_bidding({ name: '0', count: 4 }));
  });

  it('asks whoever sits the round out for nothing', () => {
    const sitting = { ...phase(4, []), withdrawn: [1] };
    const view = { phase: sitting, settings: {}, won: [[], []] } as unknown as State;
    const listener = { seat: 1, canTurn: false, name: String };

    expect(promptFor(view, listener)).toBe(m.say_sat_out());
    expect(promptFor(view, { ...listener, seat: 0 })).toBe(m.say_bid_lowest());
  });

  it('waits for the others with those who are done', () => {
    expect(said(2, 0, [0])).toBe(m.say_done_lowest());
    expect(said(2, 1, [1])).toBe(m.say_done({ name: '0', count: 2 }));
    expect(said(2, 1, [0])).toBe(m.say_bidding({ name: '0', count: 2 }));
  });

  it('asks nothing of those who watch', () => {
    expect(said(2, null)).toBe('0 bids 2 moves.');
    expect(said(1, null)).toBe('0 bids 1 move.');
  });

  it('says that nothing is shorter than one move', () => {
    expect(said(1, 0)).toBe(m.say_bid_one());
    expect(said(1, 1)).toBe(m.say_bid_behind_one());
  });
});

describe('before a bid', () => {
  const said = (phase: object, listener: object) =>
    promptFor({ phase, settings: {}, round: 1 } as unknown as State, {
      seat: 0,
      canTurn: true,
      name: String,
      ...listener,
    });

  it('asks only those for a route who may bid', () => {
    const phase = { type: 'Thinking', sand_runs: false };
    expect(said(phase, {})).toBe(m.say_think());
    expect(said(phase, { seat: null })).toBe(m.say_think_watch());
  });

  it('waits for nobody among bots', () => {
    const phase = { type: 'Pause' };
    expect(said(phase, {})).toBe(m.say_pause());
    expect(said(phase, { isAmongBots: true })).toBe(m.say_pause_solo());
  });
});

describe('while somebody shows a proof', () => {
  const queue = [
    { seat: 0, moves: 4 },
    { seat: 1, moves: 6 },
  ];
  const phase = { type: 'Proving', queue, move_due: null };
  const said = (lastFailed: string | null) =>
    promptFor({ phase, settings: {} } as unknown as State, {
      seat: null,
      canTurn: false,
      name: (seat) => ['Ann', 'Bruno'][seat] ?? '',
      lastFailed,
    });

  it('says who is next', () => {
    expect(said(null)).toBe('Ann is showing 4 moves. If that fails, it’s Bruno’s turn with 6.');
  });

  it('says first what has failed', () => {
    expect(said('Carme gives up.')).toBe('Carme gives up. Ann is showing 4 moves.');
  });

  it('RC25: says how long whoever is hurried up has, to them and to the others', () => {
    const view = { phase: { ...phase, move_due: 0 }, settings: {} } as unknown as State;
    const listener = { seat: 0, canTurn: false, name: () => 'Ann' };

    expect(promptFor(view, listener)).toBe(m.say_move_due());
    expect(promptFor(view, { ...listener, usedUp: 4 })).toBe(
      'All 4 moves are used. Take some back or give up. You have 15 seconds.',
    );
    expect(promptFor(view, { ...listener, seat: 2 })).toContain('Ann has only 15 seconds now.');
  });

  it('says that all moves are used', () => {
    const view = { phase, settings: {} } as unknown as State;
    const listener = { seat: 0, canTurn: false, name: String, usedUp: 4 };

    expect(promptFor(view, listener)).toBe(m.proof_used({ count: 4 }));
  });
});
