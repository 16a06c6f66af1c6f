import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoticeQueue, readingTime } from './noticeQueue';

describe('notices', () => {
  let shown: (string | null)[] = [];
  let queue: NoticeQueue;

  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    queue = new NoticeQueue((text) => shown.push(text));
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are shown as long as it takes to read them', () => {
    const long = 'Your new name is used here when the match is over, and not before that.';
    queue.add(long);
    vi.advanceTimersByTime(readingTime('Copied.') + 1);
    expect(shown).toEqual([long]);

    vi.advanceTimersByTime(readingTime(long));
    expect(shown).toEqual([long, null]);
  });

  it('are shown one after the other, the first for a moment at least', () => {
    queue.add('Ann is here.');
    queue.add('Bruno is here.');
    expect(shown).toEqual(['Ann is here.']);

    vi.advanceTimersByTime(2000);
    expect(shown).toEqual(['Ann is here.', 'Bruno is here.']);
  });

  it('are not said twice, and few wait', () => {
    queue.add('Copied.');
    queue.add('Copied.');
    for (const text of ['a', 'b', 'c', 'd', 'd']) queue.add(text);
    vi.runAllTimers();

    expect(shown).toEqual(['Copied.', 'b', 'c', 'd', null]);
  });

  it('can be closed', () => {
    queue.add('Copied.');
    queue.next();
    vi.runAllTimers();

    expect(shown).toEqual(['Copied.', null]);
  });

  it('are all forgotten when something else begins', () => {
    for (const text of ['a', 'b', 'c']) queue.add(text);
    queue.clear();
    vi.runAllTimers();

    expect(shown).toEqual(['a', null]);
  });
});
