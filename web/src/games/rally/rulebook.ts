// What the rules of Rally say, each in a sentence. A test sees to it that none is missing.

import { m } from '../../paraglide/messages';

const RULEBOOK: Record<string, () => string> = {
  R2: m.rb_r2,
  R3: m.rb_r3,
  R4: m.rb_r4,
  R5: m.rb_r5,
  R6: m.rb_r6,
  R7: m.rb_r7,
  R8: m.rb_r8,
  R9: m.rb_r9,
  R10: m.rb_r10,
  R11: m.rb_r11,
  R12: m.rb_r12,
  R13: m.rb_r13,
  R14: m.rb_r14,
  R15: m.rb_r15,
  R19: m.rb_r19,
  R20: m.rb_r20,
  R23: m.rb_r23,
  R25: m.rb_r25,
  R26: m.rb_r26,
  R29: m.rb_r29,
  R32: m.rb_r32,
  R34: m.rb_r34,
  R35: m.rb_r35,
  R36: m.rb_r36,
  R38: m.rb_r38,
  R39: m.rb_r39,
  R40: m.rb_r40,
  R42: m.rb_r42,
  R43: m.rb_r43,
  R45: m.rb_r45,
  R46: m.rb_r46,
  R47: m.rb_r47,
  D3: m.rb_d3,
  D4: m.rb_d4,
  D22: m.rb_d22,
  D27: m.rb_d27,
  D31: m.rb_d31,
  D33: m.rb_d33,
  D34: m.rb_d34,
  D45: m.rb_d45,
  D47: m.rb_d47,
  D48: m.rb_d48,
  D49: m.rb_d49,
};

export function ruleText(rule: string): string {
  return RULEBOOK[rule]?.() ?? '';
}
