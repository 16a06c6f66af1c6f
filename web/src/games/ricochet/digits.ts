// A number typed digit by digit: what stands there after each key. Pure.

export const LONGEST = 2;

/** The number after another digit, or null if there is none: a zero cannot come first. */
export function typed(before: number | null, digit: number): number | null {
  const next = (before ?? 0) * 10 + digit;
  if (String(next).length > LONGEST) return digit || null; // a third digit begins anew
  return next || null;
}

/** Whether no further digit can make another number that is offered. */
export function isWhole(number: number, offered: ReadonlySet<number>): boolean {
  if (String(number).length >= LONGEST) return true;
  return !Array.from({ length: 10 }, (_, digit) => number * 10 + digit).some((longer) =>
    offered.has(longer),
  );
}
