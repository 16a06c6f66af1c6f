// How Rally is played by keys and by touch, for the help sheet.

import { m } from '../../paraglide/messages';
import type { GameHelp } from '../game';

const HELP: GameHelp = {
  title: m.ra_keys,
  keys: [
    ['1–9', m.ra_key_pick],
    ['Enter', m.ra_key_enter],
    ['⌫', m.ra_key_back],
    ['P', m.ra_key_power],
    ['↑ → ↓ ←', m.ra_key_face],
    ['␣', m.ra_key_space],
    ['End', m.ra_key_end],
    ['Esc', m.ra_key_escape],
  ],
  touch: [m.ra_touch_card, m.ra_touch_back, m.ra_touch_cell],
};

export default HELP;
