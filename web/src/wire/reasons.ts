// What the house refuses, in the language of the page: by its code and the facts in it.

import { headingName } from '../board/headings';
import { robotName } from '../games/ricochet/board/words';
import { m } from '../paraglide/messages';
import type { Heading, Robot } from './generated/ricochet';

/** What was refused; a code that is not known here leaves the sentence of the house. */
export interface Reason {
  because: string;
  code?: string;
  facts?: Readonly<Record<string, string | number>>;
}

type Facts = Readonly<Record<string, string | number>>;

const SENTENCES: Readonly<Record<string, (facts: Facts) => string>> = {
  'address-is-busy': m.no_address_is_busy,
  'being-played': m.no_being_played,
  'bid-not-lower': ({ count }) => m.no_bid_not_lower({ count: Number(count) }),
  'bid-out-of-range': ({ most }) => m.no_bid_out_of_range({ most: Number(most) }),
  'bot-plays': m.no_bot_plays,
  'cell-in-centre': (facts) => m.no_cell_in_centre(placed(facts)),
  'cell-is-taken': (facts) =>
    m.no_cell_is_taken({ ...placed(facts), other: robot(facts['other']) }),
  'cell-off-board': (facts) => m.no_cell_off_board(placed(facts)),
  'cell-on-barrier': (facts) => m.no_cell_on_barrier(placed(facts)),
  'chair-is-kept': m.no_chair_is_kept,
  'chair-is-taken': m.no_chair_is_taken,
  'too-many-at-once': m.no_too_many_at_once,
  'four-sections': ({ count }) => m.no_four_sections({ count: Number(count) }),
  'host-only': m.no_host_only,
  'house-cannot-write': m.no_house_cannot_write,
  'house-is-busy': m.no_house_is_busy,
  'line-too-long': ({ count }) => m.no_line_too_long({ count: Number(count) }),
  'match-goes-on': m.no_match_goes_on,
  'match-is-on': m.no_match_is_on,
  'match-is-over': m.no_match_is_over,
  'name-of-a-bot': ({ bot }) => m.no_name_of_a_bot({ bot: String(bot) }),
  'name-too-long': ({ count }) => m.no_name_too_long({ count: Number(count) }),
  'never-stops': (facts) => m.no_never_stops(moved(facts)),
  'no-corner-yet': (facts) => m.try_void({ robot: robot(facts['robot']) }),
  'no-name': m.no_name,
  'no-such-section': ({ text, known }) =>
    m.no_such_section({ text: String(text), known: String(known) }),
  'no-such-target': ({ text }) => m.no_such_target({ text: String(text) }),
  'no-token-up': m.no_token_up,
  'nobody-proves': m.no_nobody_proves,
  'not-a-move': ({ text }) => m.no_not_a_move({ text: String(text) }),
  'not-a-robot': ({ text }) => m.no_not_a_robot({ text: String(text) }),
  'not-there': m.no_not_there,
  'not-your-proof': m.no_not_your_proof,
  'nothing-to-take-back': m.no_nothing_to_take_back,
  'our-fault': m.no_our_fault,
  'over-budget': ({ count }) => m.no_over_budget({ count: Number(count) }),
  'robot-is-missing': (facts) => m.no_robot_is_missing({ robot: robot(facts['robot']) }),
  'robot-twice': (facts) => m.no_robot_twice({ robot: robot(facts['robot']) }),
  'same-mark': ({ one, other }) => m.no_same_mark({ one: String(one), other: String(other) }),
  'sand-has-run': m.no_sand_has_run,
  'settings-are-fixed': m.no_settings_are_fixed,
  'settings-are-wrong': ({ what }) => m.no_settings_are_wrong({ what: String(what) }),
  'sit-to-invite': m.no_sit_to_invite,
  'slow-down': m.no_slow_down,
  'solo-is-for-one': ({ count }) => m.no_solo_is_for_one({ count: Number(count) }),
  'stops-on-barrier': (facts) => m.no_stops_on_barrier(moved(facts)),
  'three-parts': ({ count }) => m.no_three_parts({ count: Number(count) }),
  'token-is-up': m.no_token_is_up,
  'too-many-tables': ({ count }) => m.no_too_many_tables({ count: Number(count) }),
  'way-is-blocked': (facts) => m.try_blocked(moved(facts)),
  'you-do-not-play': m.no_you_do_not_play,
  'you-do-not-sit-here': m.no_you_do_not_sit_here,
  'you-sit-here': m.no_you_sit_here,
  'you-wait-already': m.no_you_wait_already,
};

export function said({ because, code = '', facts = {} }: Reason): string {
  return SENTENCES[code]?.(facts) ?? because;
}

function robot(letter: string | number | undefined): string {
  return robotName(letter as Robot);
}

function moved(facts: Facts): { robot: string; heading: string } {
  return { robot: robot(facts['robot']), heading: headingName(facts['heading'] as Heading) };
}

function placed(facts: Facts): { robot: string; cell: string } {
  return { robot: robot(facts['robot']), cell: String(facts['cell']) };
}
