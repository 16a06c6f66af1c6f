import { describe, expect, it } from 'vitest';
import { BEGINNING, finish, goTo, readProgress } from './progress';

const lessons = ['slide', 'corner', 'bids'];

describe('progress', () => {
  it('is read again as it was kept', () => {
    const progress = { at: 2, done: ['slide', 'corner'] };

    expect(readProgress(JSON.stringify(progress), lessons)).toEqual(progress);
  });

  it('begins anew where nothing, or nonsense, was kept', () => {
    const texts = [null, '', 'oops', 'null', '7', '{"at": "x", "done": 3}'];

    expect(texts.map((text) => readProgress(text, lessons))).toEqual(texts.map(() => BEGINNING));
  });

  it('forgets lessons that are gone, and stays within those that are there', () => {
    const old = JSON.stringify({ at: 99, done: ['slide', 'gone'] });

    expect(readProgress(old, lessons)).toEqual({ at: 3, done: ['slide'] });
  });

  it('goes from lesson to lesson, and no further than the end', () => {
    expect(goTo(BEGINNING, 1, 3).at).toBe(1);
    expect(goTo(BEGINNING, -1, 3).at).toBe(0);
    expect(goTo(BEGINNING, 4, 3).at).toBe(3);
  });

  it('counts a lesson once', () => {
    const once = finish(BEGINNING, 'slide');

    expect(finish(once, 'slide').done).toEqual(['slide']);
  });
});
