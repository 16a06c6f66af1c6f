// The rule of a puzzle, where it is not the usual one, in a sentence.

import { m } from '../../../paraglide/messages';

const RULES: Readonly<Record<string, () => string>> = {
  free: m.rc_pz_rule_free,
  'no-deflection': m.rc_pz_rule_no_bounce,
  'early-stop': () => `${m.rc_pz_rule_no_bounce()} ${m.rc_pz_rule_early()}`,
  'early-stop-deflection': () => `${m.rc_pz_rule_bounce()} ${m.rc_pz_rule_early()}`,
};

/** Null: as usual. */
export function ruleText(rules: string): string | null {
  return RULES[rules]?.() ?? null;
}
