// How long bots leave the next target to people. Pure.

/** As the bots have it; tested against them. */
export const FIRST_PEOPLE = 600_000; // milliseconds
const MINUTE = 60_000;
const OWN_BOT = /^level-/; // others turn it up when they like

export interface Wait {
  isShort: boolean; // then the seconds are told
  seconds: number;
}

/** What is left of it for bots at a table, by their names; null if it is none of their business. */
export function waitLeft(bots: readonly (string | null)[], milliseconds: number): Wait | null {
  if (!bots.some((bot) => bot !== null && OWN_BOT.test(bot)) || milliseconds <= 0) return null;
  return {
    isShort: milliseconds <= MINUTE,
    seconds: Math.ceil(milliseconds / 1000),
  };
}
