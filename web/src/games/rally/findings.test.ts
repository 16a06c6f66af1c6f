import { afterEach, describe, expect, it } from 'vitest';
import { overwriteGetLocale, type Locale } from '../../paraglide/runtime';
import type { FindingFacts } from '../../wire/generated/rally';
import { findingText } from './findings';

function saidIn(locale: Locale, code: string, facts: FindingFacts['facts']): string {
  overwriteGetLocale(() => locale);
  const place = { kind: 'error', line: 1, column: 1, cell: null } as const;
  return findingText({ ...place, message: 'as the house says it', code, facts });
}

describe('findingText', () => {
  afterEach(() => overwriteGetLocale(() => 'en'));

  it('is in the language of the page, with the facts in it', () => {
    expect(saidIn('es', 'no-such-flag', { flag: 2 })).toBe(
      'Falta la bandera 2: se cuentan desde 1 sin huecos.',
    );
  });

  it('says what is wrong with a rule as at a table', () => {
    expect(saidIn('it', 'no-such-setting', { key: 'rules', text: 'x', known: 'edge' })).toBe(
      'rules: La regola «x» non esiste; ci sono edge.',
    );
  });

  it('begins with what it is about', () => {
    expect(saidIn('it', 'square-repair', { part: '+++' })).toBe('“+++”: La riparazione è + o ++.');
    expect(saidIn('en', 'course-size', { key: 'size', text: '2' })).toMatch(/^size: “2”: /);
  });

  it('is what the house says where its code is not known', () => {
    expect(saidIn('el', 'moon-is-full', {})).toBe('as the house says it');
  });
});
