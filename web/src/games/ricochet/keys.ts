// The keys that mean a robot or a direction.

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
