import { describe, expect, it } from 'vitest';
import type { Departure, FinishedMatch } from '../../wire/generated/table';
import {
  begunSince,
  claimedText,
  departuresAt,
  howGone,
  ownFate,
  playedByBots,
  replayResult,
  scoreTold,
  wentTold,
} from './departures';

const name = (seat: number) => ['Ann', 'Bob', 'Cleo', 'Dora'][seat] ?? '';
const GONE: Departure[] = [
  { seat: 0, how: 'left', is_played: true, since: 1 },
  { seat: 1, how: 'voted', is_played: true, since: 1 },
  { seat: 2, how: 'away', is_played: true, since: 1 },
  { seat: 3, how: 'away', is_played: false, since: 5 },
];

describe('a win that was claimed', () => {
  it('is told to whoever was away, whoever claimed it, and those who watched', () => {
    expect(claimedText([1], [0], 1, name)).toBe('You had gone, and Ann claimed the win.');
    expect(claimedText([1], [0], 0, name)).toBe('Bob had gone, and you claimed the win.');
    expect(claimedText([1, 2], [0], null, name)).toBe(
      'Bob and Cleo had gone, and Ann claimed the win.',
    );
  });

  it('is not told where players gave up, or nobody won', () => {
    expect(claimedText([], [0], 1, name)).toBeNull();
    expect(claimedText([1], [], 1, name)).toBeNull();
  });
});

describe('rounds and turns', () => {
  it('are counted from a moment on', () => {
    const began = { type: 'TurnBegan' };
    const entries = [4, 6, 8].map((at) => ({
      version: at,
      at,
      events: [began, { type: 'Moved' }],
    }));

    expect([3, 4, 9].map((moment) => begunSince(entries, 'TurnBegan', moment))).toEqual([3, 2, 0]);
  });
});

describe('whoever was out of a match at its end', () => {
  const since = { since: 1, until: null, has_left: false };
  const live = {
    results: [] as FinishedMatch[],
    absences: [
      { ...since, seat: 0, has_left: true },
      { ...since, seat: 1, has_left: true },
      { ...since, seat: 2 },
      { ...since, seat: 3, until: 9 },
    ],
    voted_away: [1],
    terms: { absent: 'bot' },
  } as unknown as Parameters<typeof departuresAt>[0];

  it('is known at once, and afterwards whatever the host changes', () => {
    const result = { match: 'm', departures: GONE } as unknown as FinishedMatch;
    const terms = { ...live.terms, absent: 'pass' as const };

    expect(departuresAt(live, 'm')).toEqual(GONE.slice(0, 3));
    expect(departuresAt({ ...live, terms, results: [result] }, 'm')).toBe(GONE);
    expect(playedByBots(GONE)).toEqual([0, 1, 2]);
  });

  it('is told beside the score as it was', () => {
    const told = (seat: number) => scoreTold('2 tokens', seat, [], [], GONE, null);

    expect(GONE.map(({ seat }) => told(seat))).toEqual([
      '2 tokens · left · a bot played on',
      '2 tokens · voted out · a bot played on',
      '2 tokens · a bot played on',
      '2 tokens · was gone',
    ]);
    expect(told(4)).toBe('2 tokens');
    expect(scoreTold('2 tokens', 0, [0], [], GONE, null)).toBe('resigned');
    expect(scoreTold('2 tokens', 0, [0], [0], GONE, null)).toBe('was gone');
  });

  it('is told as their own to whoever it was', () => {
    expect(scoreTold('2 tokens', 1, [], [], GONE, 1)).toBe('2 tokens');
    expect([0, 1, 2, null].map((you) => ownFate(GONE, you))).toEqual([
      'You left this match.',
      'The others voted you out.',
      null,
      null,
    ]);
  });

  it('is told by a replay when they went, and beside their name from then on', () => {
    const facts = { opened_at: 1, departures: GONE };

    expect(wentTold(facts, [0, 3], name)).toEqual([]);
    expect(wentTold(facts, [-1, 3], name)).toEqual([
      'Ann has left the table. A bot plays on in their place.',
      'Bob was voted out. A bot plays on in their place.',
      'A bot plays for Cleo until they’re back.',
    ]);
    expect(wentTold(facts, [0, 4], name)).toEqual(['Dora is passed over until they’re back.']);
    expect([0, 1, 4].map((seat) => howGone(GONE, seat))).toEqual(['left', 'voted out', null]);
  });

  it('is told by a replay', () => {
    const result = (facts: Partial<Parameters<typeof replayResult>[0]>, ...resigned: number[]) =>
      replayResult(
        { winners: [0], conceded: [], departures: [], ...facts },
        resigned,
        name,
        (of) => (of.length ? `Out: ${of.join()}.` : null),
      );

    expect(result({}, 1)).toBe('Ann wins! Out: Bob.');
    expect(result({ conceded: [1] }, 1)).toBe('Ann wins! Bob had gone, and Ann claimed the win.');
    const facts = { winners: [0, 1], conceded: [], departures: [] };
    expect(replayResult(facts, [], name, () => 'Ended early.', 'Nobody won a token')).toBe(
      'Nobody won a token. Ended early.',
    );
    expect(result({ departures: GONE.slice(0, 1) })).toBe(
      'Ann wins – a bot played on. Left the match: Ann.',
    );
    expect(result({ departures: GONE.slice(1, 2) })).toBe(
      'Ann wins! Bob was voted out. A bot played for Bob.',
    );
    expect(result({ departures: GONE, winners: [3] })).toBe('Dora wins!'); // as the list tells
  });
});
