// What the server refuses in Ricochet, in the language of the page.

import { headingName } from '../../board/headings';
import { m } from '../../paraglide/messages';
import type { Heading, Robot, Target } from '../../wire/generated/ricochet';
import type { Reason } from '../../wire/reasons';
import type { GameReasons, Sentences } from '../game';
import { robotName, targetName } from './board/words';

export const NUMBERS: GameReasons['NUMBERS'] = {
  goal: m.set_goal,
  hourglass_seconds: m.set_hourglass,
  hourglass_turns: m.set_turns,
  patience_seconds: m.set_patience,
  proof_seconds: m.set_proof,
  robot_count: m.set_robot_count,
};

type Facts = NonNullable<Reason['facts']>;

export const SENTENCES: Sentences = {
  'already-showing': m.no_already_showing,
  'being-played': m.no_being_played,
  'bid-not-lower': ({ count }) => m.no_bid_not_lower({ count: Number(count) }),
  'bid-out-of-range': ({ most }) => m.no_bid_out_of_range({ most: Number(most) }),
  'bid-was-withdrawn': m.no_bid_was_withdrawn,
  'board-size': ({ least, most }) => m.no_board_size({ least: Number(least), most: Number(most) }),
  'board-too-full': ({ number }) => m.no_board_too_full({ number: Number(number) }),
  'board-without-targets': m.no_board_without_targets,
  'board-is-printed': m.no_board_is_printed,
  'cell-has-target': (facts) => m.no_cell_has_target(placed(facts)),
  'cell-in-centre': (facts) => m.no_cell_in_centre(placed(facts)),
  'cell-is-blocked': (facts) => m.no_cell_is_blocked(placed(facts)),
  'cell-is-taken': (facts) =>
    m.no_cell_is_taken({ ...placed(facts), other: robot(facts['other']) }),
  'cell-off-board': (facts) => m.no_cell_off_board(placed(facts)),
  'cell-on-barrier': (facts) => m.no_cell_on_barrier(placed(facts)),
  'count-needs-own-board': m.no_count_needs_own_board,
  'done-not-now': m.no_done_not_now,
  'doubt-not-now': m.no_doubt_not_now,
  'four-sections': ({ count }) => m.no_four_sections({ count: Number(count) }),
  'glass-not-now': m.no_glass_not_now,
  'may-come-again': m.no_may_come_again,
  'never-stops': (facts) => m.no_never_stops(moved(facts)),
  'no-corner-yet': (facts) => m.try_void({ robot: robot(facts['robot']) }),
  'no-number-alone': m.no_number_alone,
  'no-such-round': m.no_such_round,
  'no-such-section': ({ text, known }) =>
    m.no_such_section({ text: String(text), known: String(known) }),
  'no-such-target': ({ text }) => m.no_such_target({ text: String(text) }),
  'no-taking-back': m.no_taking_back,
  'no-token-up': m.no_token_up,
  'nobody-proves': m.no_nobody_proves,
  'not-a-board': ({ text }) =>
    text ? m.no_not_a_board({ text: String(text) }) : m.no_board_incomplete(),
  'not-a-move': ({ text }) => m.no_not_a_move({ text: String(text) }),
  'not-a-robot': ({ text }) => m.no_not_a_robot({ text: String(text) }),
  'not-your-proof': m.no_not_your_proof,
  'nothing-to-take-back': m.no_nothing_to_take_back,
  'number-needed': m.no_number_needed,
  'only-the-last': m.no_only_the_last,
  'robot-is-missing': (facts) => m.no_robot_is_missing({ robot: robot(facts['robot']) }),
  'robot-not-here': (facts) => m.no_robot_not_here({ robot: robot(facts['robot']) }),
  'robot-not-in-box': (facts) => m.no_robot_not_in_box({ robot: robot(facts['robot']) }),
  'robot-twice': (facts) => m.no_robot_twice({ robot: robot(facts['robot']) }),
  'robots-need-a-board': m.no_robots_need_a_board,
  'same-mark': ({ one, other }) => m.no_same_mark({ one: String(one), other: String(other) }),
  'sand-has-run': m.no_sand_has_run,
  'section-has-barriers': ({ text }) => m.no_section_has_barriers({ text: String(text) }),
  'section-not-in-box': ({ text, box }) =>
    m.no_section_not_in_box({
      text: String(text),
      box: box === 'classic' ? m.box_classic() : m.box_2013(),
    }),
  'silver-is-not-played': m.no_silver_is_not_played,
  'skip-not-now': m.no_skip_not_now,
  'skip-not-solo': m.no_skip_not_solo,
  'solo-is-for-one': ({ count }) => m.no_solo_is_for_one({ count: Number(count) }),
  'stops-on-barrier': (facts) => m.no_stops_on_barrier(moved(facts)),
  'target-not-here': ({ target }) => m.no_target_not_here({ target: targetName(target as Target) }),
  'target-without-robot': ({ target, robot: whose }) =>
    m.no_target_without_robot({ target: targetName(target as Target), robot: robot(whose) }),
  'text-unreadable': ({ what }) => m.no_text_unreadable({ what: String(what) }),
  'text-unwritable': ({ what }) => m.no_text_unwritable({ what: String(what) }),
  'three-parts': ({ count }) => m.no_three_parts({ count: Number(count) }),
  'token-is-up': m.no_token_is_up,
  'wish-cannot-be-met': m.no_wish_cannot_be_met,
  'wish-took-too-long': m.no_wish_took_too_long,
  'you-are-playing': m.no_you_are_playing,
  'way-is-blocked': (facts) =>
    facts['other'] === undefined
      ? m.no_wall_in_way(moved(facts))
      : m.no_robot_in_way({ ...moved(facts), other: robot(facts['other']) }),
};

function robot(letter: string | number | undefined): string {
  return robotName(letter as Robot);
}

function moved(facts: Facts): { robot: string; heading: string } {
  return { robot: robot(facts['robot']), heading: headingName(facts['heading'] as Heading) };
}

function placed(facts: Facts): { robot: string; cell: string } {
  return { robot: robot(facts['robot']), cell: String(facts['cell']) };
}
