// What the server refuses at a table of Rally. What is wrong with the text of a course is in
// findings.ts.

import { m } from '../../paraglide/messages';
import type { GameReasons, Sentences } from '../game';

export const NUMBERS: GameReasons['NUMBERS'] = {
  flags_repair: m.rs_flags_repair,
  last_player_seconds: m.ra_set_last,
  max_turns: m.rs_turns,
  respawn_armour: m.rs_respawn_armour,
  turn_seconds: m.ra_set_turn,
};

export const SENTENCES: Sentences = {
  'card-not-in-hand': m.no_card_not_in_hand,
  'course-has-mistakes': ({ count }) => m.no_course_has_mistakes({ count: Number(count) }),
  'course-is-full': ({ name, most }) =>
    m.no_course_is_full({ name: String(name), most: String(most) }),
  'facing-first': m.no_facing_first,
  'facing-is-chosen': m.no_facing_is_chosen,
  'facing-not-now': m.no_facing_not_now,
  'no-cards-yet': m.no_cards_yet,
  'no-such-choice': ({ text, known }) =>
    m.cf_no_choice({ text: String(text), known: String(known) }),
  'no-such-course': ({ text, known }) =>
    m.no_such_course({ text: String(text), known: String(known) }),
  'no-such-register': ({ register, most }) =>
    m.no_such_register({ register: String(register), most: String(most) }),
  'no-such-setting': ({ text, known }) =>
    m.cf_no_setting({ text: String(text), known: String(known) }),
  'power-down-not-planned': m.no_power_down_not_planned,
  'power-down-planned': m.no_power_down_planned,
  'power-down-undamaged': m.no_power_down_undamaged,
  'power-is-chosen': m.no_power_is_chosen,
  'power-not-now': m.no_power_not_now,
  'program-is-final': m.no_program_is_final,
  'register-is-empty': ({ register }) => m.no_register_is_empty({ register: String(register) }),
  'register-is-full': ({ register }) => m.no_register_is_full({ register: String(register) }),
  'register-is-locked': ({ register }) => m.no_register_is_locked({ register: String(register) }),
  'register-needs-card': ({ register }) => m.no_register_needs_card({ register: String(register) }),
  'robot-is-off': m.no_robot_is_off,
  'robot-is-out': m.no_robot_is_out,
};
