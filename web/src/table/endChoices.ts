// The ways in which a player can bring a match to its end, in words.

import { m } from '../paraglide/messages';
import type { EndTalk, EndWord } from './endTalk';

export interface EndChoice {
  kind: EndWord | 'ClaimWin';
  title: () => string;
  question: () => string;
  why: () => string;
  rated?: () => string; // what it does to ratings, where the match counts
  ratedAlone?: () => string; // the same of whoever has only bots left of those who began it
  yes: () => string;
  isOffer?: boolean; // nothing happens before the others agree
  isHarsh: boolean; // it cannot be taken back, and something is lost by it
}

const END: EndChoice = {
  kind: 'EndMatch',
  title: m.end_offer,
  question: m.end_match_sure,
  why: m.end_match_why,
  rated: m.end_rated,
  yes: m.end_agree_yes,
  isOffer: true,
  isHarsh: false,
};
const END_NOW: EndChoice = {
  ...END,
  title: m.end_now,
  why: m.end_match_alone,
  ratedAlone: m.end_alone_rated,
  yes: m.end_match_yes,
  isOffer: false,
  isHarsh: true,
};
const END_WITHOUT: EndChoice = {
  ...END,
  title: m.end_now,
  why: m.end_match_without,
  rated: m.abort_rated,
  yes: m.end_match_yes,
  isOffer: false,
  isHarsh: true,
};
const ABORT: EndChoice = {
  kind: 'AbortMatch',
  title: m.abort_offer,
  question: m.abort_sure,
  why: m.abort_why,
  rated: m.abort_rated,
  yes: m.end_agree_yes,
  isOffer: true,
  isHarsh: false,
};
const ABORT_NOW: EndChoice = {
  ...ABORT,
  title: m.abort_now,
  why: m.abort_now_why,
  ratedAlone: m.end_alone_rated,
  yes: m.abort_yes,
  isOffer: false,
  isHarsh: true,
};
const RESIGN: EndChoice = {
  kind: 'Resign',
  title: m.resign,
  question: m.resign_sure,
  why: m.resign_why,
  rated: m.resign_rated,
  yes: m.resign_yes,
  isHarsh: true,
};
const RESIGN_OF_TWO: EndChoice = { ...RESIGN, why: m.resign_two_why };
const RESIGN_TO_BOTS: EndChoice = { ...RESIGN, why: m.resign_bots_why };
const WITHDRAW: EndChoice = {
  kind: 'PlayOn',
  title: m.end_withdraw,
  question: m.end_withdraw,
  why: m.end_withdraw_why,
  yes: m.end_take_back,
  isOffer: true,
  isHarsh: false,
};
const CLAIM: EndChoice = {
  kind: 'ClaimWin',
  title: m.claim_win,
  question: m.claim_sure,
  why: m.claim_win_why,
  yes: m.claim_yes,
  isHarsh: false,
};

/** Who plays, and for what. */
export interface EndFacts {
  canClaim: boolean; // all others are gone
  isAmongBots: boolean; // no other person plays: nobody has to agree
  areAway: boolean; // everybody who would have to agree
  hasOwnBots: boolean; // bots began it, too: they are more than stand-ins
  isRated: boolean;
}

/** What this seat may choose from. Who plays alone just ends the match. */
export function endChoices(
  { inPlay, may, proposal }: EndTalk,
  { canClaim, isAmongBots, areAway, hasOwnBots, isRated }: EndFacts,
): EndChoice[] {
  if (inPlay.length === 1) return may.has('EndMatch') ? [END_NOW] : [];
  const resign = inPlay.length === 2 ? RESIGN_OF_TWO : isAmongBots ? RESIGN_TO_BOTS : RESIGN;
  const usual = isAmongBots
    ? [END_NOW, ABORT_NOW, resign]
    : areAway
      ? [END_WITHOUT, resign] // nobody wins, as if it were aborted
      : [END, ABORT, resign];
  const offered = usual.filter(({ kind }) => kind !== 'ClaimWin' && may.has(kind));
  const back = may.has('PlayOn') && proposal?.isMine ? [WITHDRAW] : [];
  const choices = [...(canClaim ? [CLAIM] : []), ...back, ...offered];
  return isRated ? choices.map((choice) => withRating(choice, hasOwnBots)) : choices;
}

function withRating(choice: EndChoice, hasOwnBots: boolean): EndChoice {
  const { why, ratedAlone } = choice;
  const rated = (hasOwnBots && ratedAlone) || choice.rated;
  return rated ? { ...choice, why: () => `${why()} ${rated()}` } : choice;
}
