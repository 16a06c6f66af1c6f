// The keys of Ricochet: what they do, and how they are explained on the help sheet.

import { keyOf } from '../../app/keys';
import { m } from '../../paraglide/messages';
import type { Robot } from '../../wire/generated/ricochet';
import type { KeyHelp } from '../game';
import type { Walk } from './playback/walk.svelte';

export const KEYS: KeyHelp = {
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
};

export function robotOf(event: Pick<KeyboardEvent, 'key' | 'code'>): Robot | null {
  const key = keyOf(event);
  return /^[rgbysvtp]$/.test(key) ? (key as Robot) : null;
}

/** The arrows lead on and back, whatever has the focus. */
export function stepByKey(event: KeyboardEvent, walk: Walk): void {
  if (event.key === 'ArrowRight') walk.forth();
  else if (event.key === 'ArrowLeft') walk.back();
  else return;
  event.preventDefault();
}
