import { describe, expect, it } from 'vitest';
import type { Phase, State } from '../../wire/generated/ricochet';
import { agreementOf, isBotShowing, untilOf } from './agreement';

const thinking: Phase = {
  type: 'Thinking',
  target: 'vortex',
  until: null,
  sand_runs: false,
  withdrawn: [],
  skips: [1],
};
const bidding: Phase = {
  type: 'Bidding',
  target: 'vortex',
  until: 60_000,
  bids: [{ seat: 0, moves: 4 }],
  withdrawn: [2],
  done: [0],
};
const proving: Phase = {
  type: 'Proving',
  target: 'vortex',
  until: 60_000,
  queue: [{ seat: 0, moves: 4 }],
  slides: [],
  taken_back: 0,
  may_take_back: false,
  furthest: 0,
  doubts: [],
  move_due: null,
};

function view(
  phase: Phase,
  abstaining: number[] = [],
  solo = false,
  resigned: number[] = [],
): State {
  const won = [[], [], []];
  return { phase, abstaining, resigned, won, settings: { solo } } as unknown as State;
}

describe('a bot that shows its proof', () => {
  const bot = (seat: number) => (seat === 0 ? 'level-3' : null);

  it('is not hurried up', () => {
    expect(isBotShowing(view(proving), bot)).toBe(true);
    expect(isBotShowing(view({ ...proving, queue: [{ seat: 1, moves: 4 }] }), bot)).toBe(false);
    expect(isBotShowing(view(bidding), bot)).toBe(false);
  });
});

describe('what players agree on', () => {
  it('is to skip the token, to be done, or to stop a proof', () => {
    expect(agreementOf(view(thinking), 1)).toEqual({
      command: 'SkipToken',
      count: 1,
      all: 3,
      isMine: true,
      missing: [0, 2],
    });
    expect(agreementOf(view(bidding), 1)?.command).toBe('SayDone');
    expect(agreementOf(view(thinking, [], false, [2]), 1)).toMatchObject({ all: 2, missing: [0] });
    expect(agreementOf(view(proving), 1)?.command).toBe('DoubtProof');
  });

  it('does not ask whose bid was withdrawn, or who proves', () => {
    expect(agreementOf(view(bidding), 1)?.all).toBe(2);
    expect(agreementOf(view(proving), 1)?.all).toBe(2);
  });

  it('counts who is away once somebody has said so', () => {
    expect(agreementOf(view(thinking, [2]), 0)).toMatchObject({ count: 2, missing: [0] });
    expect(agreementOf(view(proving, [2]), 1)?.count).toBe(0);
  });

  it('is nothing between rounds, and alone', () => {
    expect(agreementOf(view({ type: 'Pause', set_aside: null, since: 0 }), 0)).toBeNull();
    expect(agreementOf(view(thinking, [], true), 0)).toBeNull();
  });
});

describe('the clock', () => {
  it('of a doubted proof may be sooner', () => {
    expect(untilOf(view(proving))).toBe(60_000);
    expect(untilOf(view({ ...proving, move_due: 15_000 } as Phase))).toBe(15_000);
    expect(untilOf(view({ ...proving, until: null, move_due: 15_000 } as Phase))).toBe(15_000);
    expect(untilOf(view({ type: 'Pause', set_aside: null, since: 0 }))).toBeNull();
  });
});
