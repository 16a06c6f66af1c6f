// The tools in words, with the key that does the same on the board.

import { m } from '../../../paraglide/messages';
import type { Tool } from './tools';

export const TOOL_WORDS: Readonly<Record<Tool, () => string>> = {
  hand: m.dr_tool_hand,
  wall: m.dr_tool_wall,
  belt: m.dr_tool_belt,
  express: m.dr_tool_express,
  'gear-left': m.dr_tool_gear_left,
  'gear-right': m.dr_tool_gear_right,
  pit: m.dr_tool_pit,
  repair: m.dr_tool_repair,
  'repair-2': m.dr_tool_repair_2,
  press: m.dr_tool_press,
  pusher: m.dr_tool_pusher,
  laser: m.dr_tool_laser,
  flag: m.dr_tool_flag,
  start: m.dr_tool_start,
  'start-own': m.dr_tool_start_own,
  erase: m.dr_tool_erase,
};

/** What the keys do on the board, for people who look them up. */
export const DRAWING_KEYS: readonly (readonly [keys: string, meaning: () => string])[] = [
  ['↑ → ↓ ←', m.dr_key_walk],
  ['⇧ ↑ → ↓ ←', m.dr_key_wall],
  ['Enter ␣', m.dr_key_use],
  ['B E', m.dr_key_belts],
  ['C', m.dr_key_curve],
  ['T', m.dr_key_turn],
  ['G', m.dr_key_gear],
  ['O', m.dr_key_pit],
  ['+', m.dr_key_repair],
  ['X P L', m.dr_key_machines],
  ['1–9', m.dr_key_flag],
  ['S N', m.dr_key_start],
  ['⌫ .', m.dr_key_erase],
  ['Esc', m.dr_key_escape],
  ['Ctrl Z', m.dr_key_undo],
];
