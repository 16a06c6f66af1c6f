import { describe, expect, it } from 'vitest';
import type { Entry, Event, Round } from '../../wire/generated/ricochet';
import { headlineOf, lastOutcome, outcomeHeadline, resultOf } from './headlines';

const ANN = 0;
const BRUNO = 1;
const name = (seat: number) => ['Ann', 'Bruno'][seat] ?? '';
const listener = { seat: ANN, name };
const won = (seat: number): Event => ({
  type: 'TokenWon',
  seat,
  target: 'vortex',
  moves: 6,
  at: 0,
});
const failed = (seat: number): Event => ({ type: 'ProofFailed', seat, because: 'gave up' });
const began = (seat: number): Event =>
  ({ type: 'ProofBegan', seat, moves: 6, until: null }) as Event;
const turned: Event = { type: 'TokenTurned', target: 'vortex' } as Event;
const entry = (version: number, ...events: Event[]): Entry => ({ version, at: 0, events });

describe('headlineOf', () => {
  it('leaves a token that is won to the title', () => {
    const [own, other] = [won(ANN), won(BRUNO)] as Parameters<typeof outcomeHeadline>[0][];
    expect(headlineOf([won(ANN)], listener)).toMatchObject({
      kind: 'success',
      isMine: true,
      text: null,
    });
    expect(headlineOf([won(BRUNO)], listener)).toMatchObject({ isMine: false, text: null });
    expect(own && outcomeHeadline(own, listener)).toBe('You win it in 6!');
    expect(other && outcomeHeadline(other, listener)).toBe('Bruno takes it in 6');
  });

  it('says whose turn it is after a failure', () => {
    expect(headlineOf([failed(BRUNO), began(ANN)], listener)).toMatchObject({
      kind: 'turn',
      isMine: true,
      text: 'Failed: you’re next',
    });
    expect(headlineOf([failed(ANN), began(BRUNO)], listener)?.text).toBe('Failed: Bruno is next');
  });

  it('calls who has to show, and nobody else', () => {
    expect(headlineOf([began(ANN)], listener)?.text).toBe('Your turn');
    expect(headlineOf([began(BRUNO)], listener)).toMatchObject({ kind: 'news', text: null });
  });

  it('is nothing for a slide', () => {
    expect(headlineOf([turned], listener)).toBe(null);
  });
});

describe('resultOf', () => {
  const proofs = [{ seat: BRUNO, moves: 3, slides: [{}, {}], failed: null }];
  const round = { target: 'vortex', winner: BRUNO, proofs } as unknown as Round;

  it('is told like that of the last round', () => {
    expect(outcomeHeadline(resultOf(round, false), listener)).toBe('Bruno takes it in 2');
  });

  it('is nobody’s, or was missed by whoever plays alone', () => {
    const lost = { ...round, winner: null };
    expect(outcomeHeadline(resultOf(lost, false), listener)).toBe('Nobody takes it');
    expect(outcomeHeadline(resultOf(lost, true), listener)).toBe('You missed this one');
  });
});

describe('lastOutcome', () => {
  it('is that of the round before, until the next one begins', () => {
    expect(lastOutcome([entry(1, turned), entry(2, won(BRUNO))])).toEqual(won(BRUNO));
    expect(lastOutcome([entry(2, won(BRUNO)), entry(3, turned)])).toBe(null);
  });
});
