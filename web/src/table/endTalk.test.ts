import { describe, expect, it } from 'vitest';
import { endChoices } from './endChoices';
import { endTalkOf } from './endTalk';

const NOBODY = { enders: [], aborters: [], abstaining: [], resigned: [] };
const END = [{ type: 'EndMatch' }, { type: 'AbortMatch' }, { type: 'Resign' }];

describe('talk of ending the match', () => {
  it('begins with nobody, even where somebody is away', () => {
    const talk = endTalkOf({ ...NOBODY, abstaining: [2] }, 3, 0, END);

    expect(talk.proposals).toEqual([]);
    expect([...talk.may]).toEqual(['EndMatch', 'AbortMatch', 'Resign']);
  });

  it('counts who would end it, and who is away, once each', () => {
    const talk = endTalkOf({ ...NOBODY, enders: [1], abstaining: [2] }, 3, 1, []);

    expect(talk.proposals).toEqual([{ word: 'EndMatch', first: 1, count: 2, isMine: true }]);
  });

  it('tells ending from aborting, and does not count who has resigned', () => {
    const talk = endTalkOf({ ...NOBODY, enders: [0], aborters: [1], resigned: [3] }, 4, null, []);

    expect(talk.proposals.map(({ word, isMine }) => [word, isMine])).toEqual([
      ['EndMatch', false],
      ['AbortMatch', false],
    ]);
    expect(talk.all).toBe(3);
  });

  it('offers what is legal; who plays alone just ends it', () => {
    const kinds = (seats: number, canClaim: boolean) =>
      endChoices(endTalkOf(NOBODY, seats, 0, END), canClaim).map(({ kind }) => kind);

    expect(kinds(3, false)).toEqual(['EndMatch', 'AbortMatch', 'Resign']);
    expect(kinds(2, true)).toEqual(['ClaimWin', 'EndMatch', 'AbortMatch', 'Resign']);
    expect(kinds(1, false)).toEqual(['EndMatch']);
  });
});
