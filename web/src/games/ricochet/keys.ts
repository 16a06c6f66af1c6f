// The keys of Ricochet: what they mean.

import { keyOf } from '../../app/keys';
import type { Robot } from '../../wire/generated/ricochet';
import type { Walk } from './playback/walk.svelte';

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
