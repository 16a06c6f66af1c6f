// The ways in which a player can bring a match to its end, in words.

import { m } from '../paraglide/messages';
import type { EndTalk, EndWord } from './endTalk';

export interface EndChoice {
  kind: EndWord | 'ClaimWin';
  title: () => string;
  question: () => string;
  why: () => string;
  yes: () => string;
  isHarsh: boolean; // it cannot be taken back, and something is lost by it
}

const END: EndChoice = {
  kind: 'EndMatch',
  title: m.end_offer,
  question: m.end_match_sure,
  why: m.end_match_why,
  yes: m.end_match_yes,
  isHarsh: false,
};
const ALONE: EndChoice = { ...END, why: m.end_match_alone, isHarsh: true };
const ABORT: EndChoice = {
  kind: 'AbortMatch',
  title: m.abort_offer,
  question: m.abort_sure,
  why: m.abort_why,
  yes: m.abort_yes,
  isHarsh: false,
};
const RESIGN: EndChoice = {
  kind: 'Resign',
  title: m.resign,
  question: m.resign_sure,
  why: m.resign_why,
  yes: m.resign_yes,
  isHarsh: true,
};
const CLAIM: EndChoice = {
  kind: 'ClaimWin',
  title: m.claim_win,
  question: m.claim_sure,
  why: m.claim_win_why,
  yes: m.claim_yes,
  isHarsh: false,
};

/** What this seat may choose from. Who plays alone just ends the match. */
export function endChoices({ all, may }: EndTalk, canClaim: boolean): EndChoice[] {
  if (all === 1) return may.has('EndMatch') ? [ALONE] : [];
  const offered = [END, ABORT, RESIGN].filter(({ kind }) => kind !== 'ClaimWin' && may.has(kind));
  return canClaim ? [CLAIM, ...offered] : offered;
}
