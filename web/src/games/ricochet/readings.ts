// How rule RC10 may be read, by the names that stand in links.
//
// No request tells which values a name stands for, so they are listed in readings.json; a test
// compares them with those of the rules.

import { m } from '../../paraglide/messages';
import type { Rule } from '../../wire/generated/ricochet';
import rules from './readings.json';

const RULES = rules as Readonly<Record<string, Rule>>;

export const USUAL = 'ricochet';

export const READINGS: readonly (readonly [name: string, title: () => string])[] = [
  [USUAL, m.reading_ricochet],
  ['free', m.reading_free],
  ['no-deflection', m.reading_no_deflection],
  ['early-stop', m.reading_early_stop],
  ['early-stop-deflection', m.reading_early_stop_deflection],
];

export function ruleOf(reading: string): Rule | undefined {
  return RULES[reading];
}

/** The name of a rule; undefined if it has none. */
export function readingOf(rule: Rule): string | undefined {
  return Object.keys(RULES).find((name) => isSame(RULES[name], rule));
}

function isSame(one: Rule | undefined, other: Rule): boolean {
  return (
    one?.ricochet === other.ricochet &&
    one.deflection_counts === other.deflection_counts &&
    one.early_stop === other.early_stop
  );
}
