// What is said of the puzzles of Ricochet.

import { headingName } from '../../../board/headings';
import { m } from '../../../paraglide/messages';
import type { Heading, Robot } from '../../../wire/generated/ricochet';
import type { PuzzleWords } from '../../game';
import { robotName } from '../board/words';

const words: PuzzleWords = {
  themes: {
    blocker: m.rc_theme_blocker,
    'two-blockers': m.rc_theme_two_blockers,
    bystander: m.rc_theme_bystander,
    caught: m.rc_theme_caught,
    'long-corridor': m.rc_theme_long_corridor,
    detour: m.rc_theme_detour,
    'ricochet-rule': m.rc_theme_ricochet_rule,
    bounce: m.rc_theme_bounce,
    'robot-swap': m.rc_theme_robot_swap,
    return: m.rc_theme_return,
    vortex: m.rc_theme_vortex,
    'silver-helps': m.rc_theme_silver_helps,
    'quiet-first-move': m.rc_theme_quiet_first_move,
    'all-four-robots': m.rc_theme_all_four_robots,
    long: m.rc_theme_long,
  },
  slots: { easy: m.rc_slot_easy, hard: m.rc_slot_hard },
  best: m.rc_pz_best,
  length: (count) => m.hint_moves({ count }),
  steps: (steps) => steps.map(said).join(', '),
};
export default words;

/** `gw` is “green left”. */
function said(step: string): string {
  const [robot, heading] = [step[0] as Robot, step[1] as Heading];
  return m.slide_button({ robot: robotName(robot), heading: headingName(heading) });
}
