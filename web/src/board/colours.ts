// Colours as every program that shows pictures knows them. Pure.

/** A colour without transparency, and how opaque it is from 0 to 1. */
export interface PlainColour {
  colour: string;
  opacity: number;
}

/** What a browser says a colour is: `rgb(1, 2, 3)`, `rgba(…)`, `color(srgb …)` or a word. */
export function plainColour(computed: string): PlainColour {
  const [, form, list] = /^(rgba?|color)\((.*)\)$/.exec(computed.trim()) ?? [];
  if (!form || !list) return { colour: computed.trim(), opacity: 1 };
  const parts = list
    .replace(/^srgb\s/, '')
    .split(/[\s,/]+/)
    .filter(Boolean);
  const scale = form === 'color' ? 255 : 1;
  const rgb = parts.slice(0, 3).map((part) => hex(Number.parseFloat(part) * scale));
  const opacity = parts[3] === undefined ? 1 : Number.parseFloat(parts[3]);
  return { colour: `#${rgb.join('')}`, opacity };
}

function hex(value: number): string {
  const byte = Math.min(255, Math.max(0, Math.round(value)));
  return byte.toString(16).padStart(2, '0');
}

const COLOURS = ['fill', 'stroke'] as const;
const PLAIN = [
  'opacity',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
] as const;
/** What needs not be said: it is so anyway. */
const USUAL: Record<string, string> = {
  opacity: '1',
  'stroke-width': '1',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-dasharray': 'none',
  'paint-order': 'normal',
};

/** The attributes that make an element of a drawing look as its style sheets do. */
export function lookOf(style: (name: string) => string, isText: boolean): Record<string, string> {
  const look: Record<string, string> = {};
  for (const name of COLOURS) {
    const { colour, opacity } = plainColour(style(name));
    look[name] = colour;
    if (opacity < 1 && colour !== 'none') look[`${name}-opacity`] = String(opacity);
  }
  for (const name of PLAIN) {
    if (name.startsWith('font') && !isText) continue;
    const value = style(name).replace(/px\b/g, '');
    if (value && value !== USUAL[name]) look[name] = value;
  }
  return look;
}
