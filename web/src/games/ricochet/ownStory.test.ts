import { expect, test } from 'vitest';
import type { Event } from '../../wire/generated/ricochet';
import { toldTo } from './ownStory';
import { eventText, whyMissed } from './story';

const name = (seat: number) => ['Ann', 'Bruno'][seat] ?? '';
const bid = (seat: number): Event => ({ type: 'BidPlaced', seat, moves: 7, until: 0 });

test('whoever did it is spoken to, the others are told a name', () => {
  expect(toldTo(0, bid(0), name)).toBe('You bid 7 moves.');
  expect(toldTo(1, bid(0), name)).toBe('Ann bids 7 moves.');
  expect(toldTo(null, bid(0), name)).toBe('Ann bids 7 moves.');
});

test('the end of the match is told as all else is', () => {
  const types = ['EndAgreed', 'AbortAgreed', 'PlayOnSaid', 'OfferDeclined', 'Resigned'] as const;

  for (const type of types) expect(toldTo(0, { type, seat: 0 }, name)).toMatch(/^You /);
  for (const type of types) expect(toldTo(1, { type, seat: 0 }, name)).toMatch(/^Ann /);
});

test('what has no sentence of its own is told as to everybody', () => {
  const away: Event = { type: 'Abstained', seat: 0 };

  expect(toldTo(0, away, name)).toBe(toldTo(1, away, name));
});

test('beside its headline, only the reason why a token was missed is told', () => {
  for (const because of ['the proof failed', 'no solution in time'] as const) {
    const missed: Event = { type: 'TokenMissed', target: 'vortex', because, at: 0 };

    expect(eventText(missed, name)).toBe(`${whyMissed(because)} You missed this one.`);
  }
});
