// The keys of Rally, as the help sheet explains them.

import { m } from '../../paraglide/messages';
import type { KeyHelp } from '../game';

export const KEYS: KeyHelp = {
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
};
