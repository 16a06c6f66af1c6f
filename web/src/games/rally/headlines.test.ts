import { describe, expect, it } from 'vitest';
import type { Event } from '../../wire/generated/rally';
import { turnHeadline } from './headlines';

const name = (seat: number) => ['Ann', 'Bruno'][seat] ?? '';
const ann = { seat: 0, name };
const died = (robot: number, lives: number): Event => ({
  type: 'Died',
  robot,
  lives,
  because: 'pit',
  cell: [2, 3],
  register: 1,
});
const flag = (robot: number): Event => ({
  type: 'FlagTouched',
  robot,
  flag: 2,
  cell: [4, 4],
  register: 1,
});
const end = (winner: number): Event => ({
  type: 'MatchEnded',
  winners: [winner],
  because: 'touched the last flag',
});

describe('a headline of a turn', () => {
  it('says that one lost a life, and how', () => {
    const told = turnHeadline([flag(0), died(0, 2)], ann);

    expect(told).toMatchObject({ kind: 'failure', isMine: true, text: 'You lose a life' });
    expect(told?.more).toContain('2 lives left.');
  });

  it('says of others only that they are out', () => {
    expect(turnHeadline([died(1, 1)], ann)).toBeNull();
    expect(turnHeadline([died(1, 0)], ann)?.text).toBe('Bruno is out');
    expect(turnHeadline([died(0, 0)], ann)?.text).toBe('You’re out!');
  });

  it('names a flag of one’s own', () => {
    expect(turnHeadline([flag(1)], ann)).toBeNull();
    expect(turnHeadline([flag(0)], ann)).toMatchObject({ kind: 'success', text: 'Flag 2!' });
  });

  it('counts the end of the match most', () => {
    const events = [flag(0), died(0, 1)];

    expect(turnHeadline([...events, end(0)], ann)).toMatchObject({
      kind: 'win',
      isMine: true,
      text: 'You win!',
    });
    expect(turnHeadline([...events, end(1)], ann)).toMatchObject({
      kind: 'news',
      text: 'Bruno wins!',
    });
  });
});
