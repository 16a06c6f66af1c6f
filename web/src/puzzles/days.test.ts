import { describe, expect, it } from 'vitest';
import {
  dayBefore,
  dayName,
  duration,
  isLater,
  lastWeek,
  monthBy,
  monthName,
  weeksOf,
} from './days';

describe('days', () => {
  it('follow each other over the end of a month', () => {
    expect(dayBefore('2026-03-01')).toBe('2026-02-28');
    expect(lastWeek('2026-11-03')[0]).toBe('2026-10-28');
  });

  it('are called as in UTC, wherever one lives', () => {
    expect(dayName('2026-11-17', 'en')).toMatch(/Tuesday/);
    expect(monthName('2026-11', 'en')).toBe('November 2026');
  });

  it('stand in weeks that begin on Monday', () => {
    const weeks = weeksOf('2026-11');

    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks.at(-1)?.[0]).toBe('2026-11-30');
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it('come at midnight UTC', () => {
    const evening = Date.parse('2026-11-18T23:59:00Z');
    const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2027-01-01'];
    expect(days.map((day) => isLater(day, evening))).toEqual([false, false, true, true]);
    expect(isLater('2026-11-19', evening + 60_000)).toBe(false);
  });

  it('have months before and after them', () => {
    expect([monthBy('2026-01', -1), monthBy('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
  });
});

describe('a time', () => {
  it('is written as on a watch', () => {
    expect([9.9, 62, 3725].map(duration)).toEqual(['0:09', '1:02', '1:02:05']);
  });
});
