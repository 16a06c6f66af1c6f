import { describe, expect, it } from 'vitest';
import type { Table } from '../wire/generated/table';
import { areOthersGone, isAmongBots, missingAt, peopleAt } from './people';
import { canVoteOn, hasVotedOn, hasVotes, openVotes, tallyOn, votersOn } from './votes';

const guest = (id: string) => ({ id, name: id.toUpperCase(), avatar: null });
const chair = (owner: string | null, bot: string | null = null) => ({
  owner: owner ? guest(owner) : null,
  bot,
});
const TABLE = {
  chairs: [chair('a'), chair('b'), chair('c'), chair(null, 'random')],
  seats: [0, 1, 2, 3],
  people: [0, 1, 2],
  conceded: [],
  voted_away: [],
  sent_away: [guest('z')],
  votes: [],
  is_playing: true,
} as unknown as Table;
const PEOPLE = { ...TABLE, seats: [0, 1, 2] }; // without bots
const HERE = { type: 'Presence', guests: ['a', 'b'], nameless: 0, gone_at: {} } as const;

describe('people at a table', () => {
  it('are who sits there, who has spoken, and who was sent away, but oneself', () => {
    const said = [{ number: 1, guest: guest('d'), text: 'hello' }];

    expect(peopleAt(TABLE, said, 'a').map((one) => [one.guest.id, one.isInPlay])).toEqual([
      ['b', true],
      ['c', true],
      ['d', false],
      ['z', false],
    ]);
  });

  it('vote if they play for themselves and are here', () => {
    expect(votersOn(TABLE, HERE, 2, [])).toEqual(['a', 'b']);
    expect(votersOn(TABLE, HERE, 0, [])).toEqual(['b']);
  });

  it('are asked to join a vote on others that they have not joined', () => {
    const all = { ...HERE, guests: ['a', 'b', 'c'] };
    const voted = {
      ...TABLE,
      votes: [{ chair: 2, guest: 'a', seat: 0, at: 1, has_lapsed: false, taken_back_at: null }],
    };
    const vote = { chair: 2, by: guest('a'), at: 1, count: 1, needed: 2 };

    expect(openVotes(voted, all, 'b', [])).toEqual([vote]);
    expect(openVotes(voted, all, 'a', [])).toEqual([]);
    expect(openVotes(voted, all, 'c', [])).toEqual([]);
    expect(openVotes(voted, HERE, 'c', [])).toEqual([]);
    expect(openVotes(voted, { ...all, guests: ['b', 'c'] }, 'b', [])).toEqual([]);
  });

  it('have voted as long as it counts', () => {
    const cast = { chair: 2, guest: 'a', seat: 0, at: 1, has_lapsed: false, taken_back_at: null };
    const stands = { ...TABLE, votes: [cast] };
    const lapsed = { ...TABLE, votes: [{ ...cast, has_lapsed: true }] };

    expect([stands, lapsed].map((table) => hasVotedOn(table, 2, 'a'))).toEqual([true, false]);
    expect([stands, lapsed].map((table) => canVoteOn(table, HERE, 2, 'a', []))).toEqual([
      false,
      true,
    ]);
    expect([stands, lapsed].map(hasVotes)).toEqual([true, false]);
    expect(openVotes(lapsed, HERE, 'b', [])).toEqual([]);
    expect(tallyOn(stands, HERE, 2, [])).toEqual({ count: 1, needed: 2 });
    expect(tallyOn(stands, { ...HERE, guests: ['b'] }, 2, [])).toEqual({ count: 0, needed: 2 });
  });

  it('remove somebody by more than half of their votes', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const five = { ...TABLE, chairs: ids.map((id) => chair(id)), seats: [0, 1, 2, 3, 4] };
    const needed = (...guests: string[]) => tallyOn(five, { ...HERE, guests }, 4, []).needed;

    expect(needed('a', 'b', 'c')).toBe(2);
    expect(needed(...ids)).toBe(3);
  });

  it('do not vote when they have resigned', () => {
    expect(votersOn(TABLE, HERE, 2, [0])).toEqual(['b']);
  });

  it('are gone when nobody who began the match still plays', () => {
    expect(areOthersGone(PEOPLE, HERE, 0, [])).toBe(false);
    expect(areOthersGone(PEOPLE, { ...HERE, guests: ['a'] }, 0, [])).toBe(true);
    expect(areOthersGone({ ...PEOPLE, seats: [0], people: [0] }, HERE, 0, [])).toBe(false);
  });

  it('are gone when they have resigned, too', () => {
    const here = { ...HERE, guests: ['a', 'b'] };

    expect(areOthersGone(PEOPLE, here, 0, [2])).toBe(false);
    expect(areOthersGone(PEOPLE, here, 0, [1])).toBe(true);
    expect(areOthersGone(PEOPLE, here, 0, [1, 2])).toBe(false); // the match is over
  });

  it('leave nothing to claim while bots play on', () => {
    expect(areOthersGone(TABLE, { ...HERE, guests: ['a'] }, 0, [])).toBe(false);
  });

  it('are missing when they left, are replaced or are away', () => {
    const here = { ...HERE, guests: ['a'], gone_at: { b: 700 } };
    const chairs = [chair('a'), chair('b'), chair('c', 'random'), chair(null, 'random')];
    const four = { ...TABLE, chairs, people: [0, 1, 2, 3] };

    expect(missingAt(four, here, 0, [])).toEqual([
      { seat: 1, kind: 'away', goneAt: 700 },
      { seat: 2, kind: 'replaced', goneAt: 0 },
      { seat: 3, kind: 'left', goneAt: 0 },
    ]);
    expect(missingAt(four, here, 0, [1, 2, 3])).toEqual([]);
    expect(missingAt({ ...four, is_playing: false }, here, 0, [])).toEqual([]);
    expect(missingAt(four, null, 0, [])).toEqual([]);
  });

  it('are not gone when they were voted away', () => {
    expect(areOthersGone({ ...PEOPLE, voted_away: [2] }, { ...HERE, guests: ['a'] }, 0, [])).toBe(
      false,
    );
  });

  it('are none where only bots play on', () => {
    const left = { ...TABLE, chairs: [chair('a'), chair(null, 'random'), chair('c'), chair(null)] };

    expect(isAmongBots(TABLE, 0, [])).toBe(false);
    expect(isAmongBots(left, 0, [])).toBe(false);
    expect(isAmongBots(left, 0, [2])).toBe(true);
  });
});
