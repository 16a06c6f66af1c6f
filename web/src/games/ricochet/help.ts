// How Ricochet is played by keys and by touch, for the help sheet.

import { m } from '../../paraglide/messages';
import type { GameHelp } from '../game';

const HELP: GameHelp = {
  title: m.rc_keys,
  keys: [
    ['1–9', m.key_bid],
    ['Enter', m.key_enter],
    ['F', m.key_claim],
    ['D', m.key_done],
    ['K', m.key_skip],
    ['R G B Y S', m.key_robot],
    ['↑ → ↓ ←', m.key_arrow],
    ['⌫', m.key_back],
    ['0', m.key_zero],
    ['Esc', m.key_escape],
  ],
  touch: [m.rc_touch_bid, m.rc_touch_move, m.rc_touch_when],
};

export default HELP;
