import { describe, expect, it } from 'vitest';
import { endTalkOf } from './endTalk';

const END = [{ type: 'EndMatch' }];

describe('talk of ending the match', () => {
  it('begins with nobody, even where somebody is away', () => {
    expect(endTalkOf({ enders: [], abstaining: [2] }, 3, 0, END)).toEqual({
      first: null,
      count: 0,
      all: 3,
      isMine: false,
      canEnd: true,
      canPlayOn: false,
    });
  });

  it('counts who would end it, and who is away, once each', () => {
    const talk = endTalkOf({ enders: [1], abstaining: [2] }, 3, 1, [{ type: 'PlayOn' }]);

    expect([talk.first, talk.count, talk.all]).toEqual([1, 2, 3]);
    expect([talk.isMine, talk.canEnd, talk.canPlayOn]).toEqual([true, false, true]);
  });

  it('is nobody’s own who only watches', () => {
    expect(endTalkOf({ enders: [0], abstaining: [] }, 2, null, []).isMine).toBe(false);
  });
});
