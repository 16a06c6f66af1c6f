// The keys that mean a robot or a direction, or a step of a solution.

import type { Walk } from './playback/walk.svelte';
import type { Heading, Robot } from '../../wire/generated/ricochet';

const HEADINGS: Record<string, Heading> = {
  ArrowUp: 'n',
  ArrowRight: 'e',
  ArrowDown: 's',
  ArrowLeft: 'w',
};

export function headingOf({ key }: Pick<KeyboardEvent, 'key'>): Heading | null {
  return HEADINGS[key] ?? null;
}

export function robotOf({ key }: Pick<KeyboardEvent, 'key'>): Robot | null {
  return /^[rgbys]$/i.test(key) ? (key.toLowerCase() as Robot) : null;
}

/** The arrows lead on and back, whatever has the focus. */
export function stepByKey(event: KeyboardEvent, walk: Walk): void {
  if (event.key === 'ArrowRight') walk.forth();
  else if (event.key === 'ArrowLeft') walk.back();
  else return;
  event.preventDefault();
}
