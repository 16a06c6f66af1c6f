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

/** What a table has agreed on, in words, and what those say in every language. */
export interface Agreed {
  fact: string;
  text: string;
}

/** On a board of one's own, neither the box nor its pieces matter. */
export function ownBoardSentence({ board, robot_count, silver }: Settings): string | null {
  const size = board === null ? null : ownSize(board);
  return size && m.rc_terms_own({ ...size, count: robot_count ?? (silver ? 5 : 4) });
}

/** The same as on the form, with nothing left to choose: for as few players, or as many. */
export function termsSentences(agreed: Settings, players: readonly [number, number]): Agreed[] {
  const { board, box, silver, robot_count, solo, goal } = agreed;
  const [sand, turns] = [agreed.hourglass_seconds, agreed.hourglass_turns];
  const own = ownBoardSentence(agreed);
  return [
    {
      fact: JSON.stringify(
        own ? [board, robot_count, silver] : [box, hasDiagonals(agreed), silver],
      ),
      text:
        own ??
        m.rc_terms_board({
          box: boxWords(box),
          diagonals: diagonalsWords(hasDiagonals(agreed)),
          silver: silverWords(silver),
        }),
    },
    {
      fact: JSON.stringify(['time', sand, turns, solo || goal]),
      text: solo ? m.rc_terms_solo({ turns, sand }) : winningSentence(sand * turns, goal, players),
    },
  ];
}

/** What few tables change. */
export function otherTerms({ board, robots, rule, proof_seconds, take_back }: Settings): Agreed[] {
  const taking = { free: null, last: m.taking_back_last, none: m.taking_back_none }[take_back];
  return [
    ...(board ? [{ fact: `board ${board}`, text: m.with_board({ board }) }] : []),
    ...(robots
      ? [
          {
            fact: `robots ${robots}`,
            text: m.with_robots({ robots: robots.replaceAll(',', ', ') }),
          },
        ]
      : []),
    {
      fact: rule.ricochet,
      text: rule.ricochet === 'required' ? m.ricochet_required() : m.ricochet_free(),
    },
    {
      fact: `proof ${proof_seconds}`,
      text: proof_seconds ? m.proof_of({ seconds: proof_seconds }) : m.proof_unlimited(),
    },
    ...(taking ? [{ fact: `back ${take_back}`, text: taking() }] : []),
  ];
}

/** Whether it is only known at the start how many tokens win (RC19). */
export function isGoalOpen(
  goal: number | null,
  [fewest, most]: readonly [number, number],
): boolean {
  const goals = Array.from({ length: most - fewest + 1 }, (_, at) => USUAL[fewest + at]);
  return !goal && new Set(goals).size > 1;
}

function winningSentence(
  sand: number,
  goal: number | null,
  players: readonly [number, number],
): string {
  if (!isGoalOpen(goal, players)) return timeSentence(sand, goal ?? USUAL[players[0]]);
  const open = { sand, goal: m.rc_goal_usual() };
  const first = sand === 1 ? m.rc_terms_second(open) : m.rc_terms_time(open);
  return `${first} ${m.set_goal_why()}`;
}

function timeSentence(sand: number, count: number | undefined): string {
  if (count === undefined) return m.rc_terms_most({ count: sand }); // nobody wins before the end
  const goal = m.tokens_won({ count });
  return sand === 1 ? m.rc_terms_second({ goal }) : m.rc_terms_time({ sand, goal });
}
