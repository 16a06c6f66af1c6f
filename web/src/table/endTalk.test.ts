import { describe, expect, it } from 'vitest';
import { endChoices } from './endChoices';
import { endTalkOf } from './endTalk';

const NOBODY = { enders: [], aborters: [], abstaining: [], resigned: [] };
const END = [{ type: 'EndMatch' }, { type: 'AbortMatch' }, { type: 'Resign' }];

const PEOPLE = {
  canClaim: false,
  isAmongBots: false,
  areAway: false,
  hasOwnBots: false,
  isRated: false,
};

describe('talk of ending the match', () => {
  it('begins with nobody, even where somebody is away', () => {
    const talk = endTalkOf({ ...NOBODY, abstaining: [2] }, 3, 0, END);

    expect(talk.proposal).toBeNull();
    expect([...talk.may]).toEqual(['EndMatch', 'AbortMatch', 'Resign']);
  });

  it('tells who would end it, and asks nobody who is away', () => {
    const talk = endTalkOf({ ...NOBODY, enders: [1], abstaining: [2] }, 3, 1, []);

    expect(talk.proposal).toEqual({ word: 'EndMatch', first: 1, agree: [1], isMine: true });
    expect(talk.asked).toEqual([0, 1]);
  });

  it('tells ending from aborting, and does not count who has resigned', () => {
    const talk = endTalkOf({ ...NOBODY, aborters: [1], resigned: [3] }, 4, null, []);

    expect(talk.proposal).toEqual({ word: 'AbortMatch', first: 1, agree: [1], isMine: false });
    expect(talk.inPlay).toEqual([0, 1, 2]);
  });

  it('offers what is legal; who plays alone just ends it', () => {
    const kinds = (seats: number, canClaim: boolean) =>
      endChoices(endTalkOf(NOBODY, seats, 0, END), { ...PEOPLE, canClaim }).map(({ kind }) => kind);

    expect(kinds(3, false)).toEqual(['EndMatch', 'AbortMatch', 'Resign']);
    expect(kinds(2, true)).toEqual(['ClaimWin', 'EndMatch', 'AbortMatch', 'Resign']);
    expect(kinds(1, false)).toEqual(['EndMatch']);
  });

  it('takes back what one has offered oneself', () => {
    const legal = [{ type: 'AbortMatch' }, { type: 'PlayOn' }, { type: 'Resign' }];
    const kinds = (enders: number[]) =>
      endChoices(endTalkOf({ ...NOBODY, enders }, 2, 0, legal), PEOPLE).map(({ kind }) => kind);

    expect(kinds([0])).toEqual(['PlayOn', 'AbortMatch', 'Resign']);
    expect(kinds([1])).toEqual(['AbortMatch', 'Resign']);
  });

  it('has the same acts among bots, in plain verbs: nobody has to agree', () => {
    const choices = endChoices(endTalkOf(NOBODY, 3, 0, END), { ...PEOPLE, isAmongBots: true });

    expect(choices.map(({ title }) => title())).toEqual([
      'End the match',
      'Abort the match',
      'Resign',
    ]);
    expect(choices.every(({ isHarsh }) => isHarsh)).toBe(true);
    expect(choices.at(-1)?.why()).toContain('The bots play on');
  });

  it('waits for nobody where all others are away, and says that nobody wins then', () => {
    const facts = { ...PEOPLE, areAway: true, isRated: true };
    const [end, ...others] = endChoices(endTalkOf(NOBODY, 3, 0, END), facts);

    expect(end).toMatchObject({ kind: 'EndMatch', isOffer: false });
    expect(end?.why()).toBe(
      'Everyone else is away. It ends without them, and nobody wins. Nobody’s rating changes.',
    );
    expect(others.map(({ kind }) => kind)).toEqual(['Resign']);
  });

  it('warns who ends a match against bots that counts', () => {
    const facts = { ...PEOPLE, isAmongBots: true, hasOwnBots: true, isRated: true };
    const [end, abort] = endChoices(endTalkOf(NOBODY, 3, 0, END), facts);

    expect(end?.why()).toContain('you come in behind the bots');
    expect(abort?.why()).toContain('you come in behind the bots');
  });

  it('says of stand-ins alone what counts: nobody comes in behind those', () => {
    const facts = { ...PEOPLE, isAmongBots: true, isRated: true };
    const [end, abort] = endChoices(endTalkOf(NOBODY, 2, 0, END), facts);

    expect(end?.why()).toBe(
      'It’s over at once, as it stands. It counts for ratings as it stands then, ' +
        'if anything is decided by then.',
    );
    expect(abort?.why()).toContain('Nobody’s rating changes.');
  });

  it('says what it does to the other of two, and to ratings', () => {
    const whys = (isRated: boolean) =>
      endChoices(endTalkOf(NOBODY, 2, 0, END), { ...PEOPLE, isRated }).map(({ why }) => why());

    expect(whys(false)[2]).toBe('You give the match up, and your opponent wins.');
    expect(whys(true)[1]).toContain('Nobody’s rating changes.');
    expect(whys(true).every((why, at) => why.length > (whys(false)[at] ?? '').length)).toBe(true);
  });
});
