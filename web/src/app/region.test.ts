import { describe, expect, it } from 'vitest';
import { localeOfDates } from './region';

const NOVEMBER = Date.UTC(2026, 10, 7, 12);

function shortDate(language: string, wanted: readonly string[]): string {
  const locale = localeOfDates(language, wanted);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(NOVEMBER);
}

describe('dates', () => {
  it.each([
    ['in America', ['en-US', 'en'], '11/7/26'],
    ['in Britain', ['en-GB', 'en'], '07/11/2026'],
    ['by a German who reads English', ['de-DE', 'de', 'en-GB'], '07/11/2026'],
    ['by somebody from anywhere', ['en'], '11/7/26'],
  ])('are written as %s', (_, wanted, expected) => {
    expect(shortDate('en', wanted)).toBe(expected);
  });

  it('are in the language of the page', () => {
    expect(localeOfDates('el', ['en-GB', 'en'])).toBe('el-GB');
    expect(localeOfDates('es', ['en-US', 'es-MX', 'es'])).toBe('es-MX');
    expect(localeOfDates('ca', ['zh-Hant-TW'])).toBe('ca-TW');
    expect(localeOfDates('it', ['C'])).toBe('it');
  });
});
