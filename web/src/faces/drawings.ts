// How faces are drawn: marks of dark and light enamel, within about -13..13. Pure.

/** In dark, in light, or as a dark or light line. */
export type Stroke = readonly [paint: 'ink' | 'light' | 'line' | 'gleam', path: string];
export type Drawing = readonly Stroke[];

export function dot(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** The same on the left and on the right. */
export function twice(x: number, y: number, r: number): string {
  return dot(-x, y, r) + dot(x, y, r);
}

/** A wheel with so many teeth. */
export function wheel(teeth: number, inner: number, outer: number): string {
  const corners = Array.from({ length: 4 * teeth }, (_, at) => {
    const angle = ((at + 0.5) * Math.PI) / (2 * teeth);
    const far = at % 4 < 2 ? outer : inner;
    return `${(far * Math.sin(angle)).toFixed(1)} ${(-far * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

const TINTS = 6; // of enamel, in the style sheet; never the colour of a robot

/** Which enamel a name has: always the same. */
export function enamelOf(name: string): string {
  return `var(--e${(sumOf(name) % TINTS) + 1})`;
}

export function sumOf(name: string): number {
  return Array.from(name, (sign) => sign.codePointAt(0) ?? 0).reduce(
    (a, b) => (a * 31 + b) % 65536,
    7,
  );
}
