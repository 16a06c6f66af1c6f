// The four directions in words and signs; every board has north at the top.

import { m } from '../paraglide/messages';

export type Heading = 'n' | 'e' | 's' | 'w';

export const ARROWS: Record<Heading, string> = { n: '↑', e: '→', s: '↓', w: '←' };

export function headingName(heading: Heading): string {
  return { n: m.heading_n, e: m.heading_e, s: m.heading_s, w: m.heading_w }[heading]();
}

export function wallName(side: Heading): string {
  return { n: m.wall_n, e: m.wall_e, s: m.wall_s, w: m.wall_w }[side]();
}

const KEYS: Readonly<Record<string, Heading>> = {
  ArrowUp: 'n',
  ArrowRight: 'e',
  ArrowDown: 's',
  ArrowLeft: 'w',
};

export function headingOfKey({ key }: Pick<KeyboardEvent, 'key'>): Heading | null {
  return KEYS[key] ?? null;
}
