// What a table of Ricochet agrees on, in the words of its sentences. Pure.

import { m } from '../../paraglide/messages';
import type { Settings } from '../../wire/generated/ricochet';
import { ownSize } from './board/notation';
import usual from './goals.json';

const USUAL: Readonly<Record<string, number>> = usual; // RC19: tokens to win, by players
const MOST_TOKENS = 17;

export function boxWords(box: string): string {
  return box === 'classic' ? m.rc_box_classic() : m.rc_box_2013();
}

/** Only the box of 2013 has them. */
export function hasDiagonals({ box, diagonals }: Pick<Settings, 'box' | 'diagonals'>): boolean {
  return diagonals && box === '2013';
}

export function diagonalsWords(has: boolean): string {
  return has ? m.with_diagonals() : m.without_diagonals();
}

export function silverWords(has: boolean): string {
  return has ? m.with_silver() : m.without_silver();
}

/** What it takes to win; null is what is usual for so many players. */
export function goalWords(goal: number | null): string {
  return goal ? m.tokens_won({ count: goal }) : m.rc_goal_usual();
}

export const GOALS = [null, ...Array.from({ length: MOST_TOKENS }, (_, at) => at + 1)] as const;

/** On a board of one's own, neither the box nor its pieces matter. */
export function ownBoardSentence({ board, robot_count, silver }: Settings): string | null {
  const size = board === null ? null : ownSize(board);
  return size && m.rc_terms_own({ ...size, count: robot_count ?? (silver ? 5 : 4) });
}

/** The same as on the form, with nothing left to choose: for so many players. */
export function termsSentences(agreed: Settings, players: number): string[] {
  const sand = agreed.hourglass_seconds;
  return [
    ownBoardSentence(agreed) ??
      m.rc_terms_board({
        box: boxWords(agreed.box),
        diagonals: diagonalsWords(hasDiagonals(agreed)),
        silver: silverWords(agreed.silver),
      }),
    agreed.solo
      ? m.rc_terms_solo({ turns: agreed.hourglass_turns, sand })
      : timeSentence(sand * agreed.hourglass_turns, agreed.goal ?? USUAL[players]),
  ];
}

function timeSentence(sand: number, count: number | undefined): string {
  if (count === undefined) return m.rc_terms_most({ count: sand }); // nobody wins before the end
  const goal = m.tokens_won({ count });
  return sand === 1 ? m.rc_terms_second({ goal }) : m.rc_terms_time({ sand, goal });
}
