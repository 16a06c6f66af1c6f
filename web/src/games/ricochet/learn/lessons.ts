// The lessons, and what is said in them. That they can be done is tested against the solver.

import type { LessonTexts } from '../../../lessons/texts';
import { m } from '../../../paraglide/messages';
import type { Cell, Heading, Move, Robot, Slide } from '../../../wire/generated/ricochet';
import type { Reply } from '../trial.svelte';
import lessons from './lessons.json';

type Id = 'slide' | 'corner' | 'blocker' | 'bounce' | 'own' | 'stop' | 'ricochet' | 'vortex' | 'bids' | 'proof'; // prettier-ignore

export interface RicochetLesson {
  id: Id;
  position: string;
  part: readonly [Cell, Cell]; // of the board: no more is needed
  rule: string;
  moves: number; // of the best solution
  picked: Robot | null; // at the beginning
  rival?: readonly string[]; // how somebody else tries to prove it
}

interface RicochetLessonTexts extends LessonTexts {
  missed?: Partial<Record<Reply['kind'], () => string>>;
}

export const LESSONS = lessons as unknown as readonly RicochetLesson[];

/** The part of the board to show; all of it once a robot has left that part. */
export function partFor(
  { part }: RicochetLesson,
  made: readonly Slide[],
): RicochetLesson['part'] | null {
  const [[left, top], [right, bottom]] = part;
  const isInside = ([x, y]: Cell) => left <= x && x <= right && top <= y && y <= bottom;
  return made.every(({ cells }) => cells.every(isInside)) ? part : null;
}

/** What Tilda bids in the demo is too good to be true, and this is her proof. */
export const OPPONENTS_PROOF: readonly Move[] = LESSONS.flatMap(({ rival = [] }) =>
  rival.map((move) => ({ robot: move[0] as Robot, heading: move[1] as Heading })),
);
export const OPPONENTS_BID = OPPONENTS_PROOF.length;

export const LESSON_TEXTS: Record<Id, RicochetLessonTexts> = {
  slide: {
    title: m.ln_slide_title,
    say: m.ln_slide_say,
    todo: m.ln_slide_do,
    done: m.ln_slide_done,
  },
  corner: {
    title: m.ln_corner_title,
    say: m.ln_corner_say,
    todo: m.ln_corner_do,
    done: m.ln_corner_done,
  },
  blocker: {
    title: m.ln_blocker_title,
    say: m.ln_blocker_say,
    todo: m.ln_blocker_do,
    done: m.ln_blocker_done,
  },
  bounce: {
    title: m.ln_bounce_title,
    say: m.ln_bounce_say,
    todo: m.ln_bounce_do,
    done: m.ln_bounce_done,
  },
  own: {
    title: m.ln_own_title,
    say: m.ln_own_say,
    todo: m.ln_own_do,
    done: m.ln_own_done,
  },
  stop: {
    title: m.ln_stop_title,
    say: m.ln_stop_say,
    todo: m.ln_stop_do,
    done: m.ln_stop_done,
    missed: { blocked: m.ln_stop_missed },
  },
  ricochet: {
    title: m.ln_ricochet_title,
    say: m.ln_ricochet_say,
    todo: m.ln_ricochet_do,
    done: m.ln_ricochet_done,
    missed: { void: m.ln_ricochet_missed },
  },
  vortex: {
    title: m.ln_vortex_title,
    say: m.ln_vortex_say,
    todo: m.ln_vortex_do,
    done: m.ln_vortex_done,
  },
  bids: {
    title: m.ln_bids_title,
    say: m.ln_bids_say,
    todo: m.ln_bids_do,
    done: m.ln_bids_done,
  },
  proof: {
    title: m.ln_proof_title,
    say: m.ln_proof_say,
    todo: m.ln_proof_do,
    done: m.ln_proof_done,
  },
};
