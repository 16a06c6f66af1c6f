// The tools and the keys in words.

import { m } from '../../../paraglide/messages';
import type { BoardTool } from './tools';

export const TOOL_WORDS: Readonly<Record<BoardTool, () => string>> = {
  hand: m.bd_tool_hand,
  wall: m.bd_tool_wall,
  block: m.bd_tool_block,
  barrier: m.bd_tool_barrier,
  target: m.bd_tool_target,
  robot: m.bd_tool_robot,
  erase: m.bd_tool_erase,
};

export const DRAWING_KEYS: readonly (readonly [keys: string, meaning: () => string])[] = [
  ['↑ → ↓ ←', m.bd_key_move],
  ['Shift ↑ → ↓ ←', m.bd_key_wall],
  ['Enter', m.bd_key_use],
  ['R G B Y S V T P', m.bd_key_robot],
  ['O', m.bd_key_target],
  ['A', m.bd_key_aim],
  ['X', m.bd_key_block],
  ['/ \\', m.bd_key_barrier],
  ['⌫', m.bd_key_erase],
  ['Esc', m.bd_key_hand],
  ['Ctrl Z', m.bd_key_undo],
];
