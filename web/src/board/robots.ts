// The tin robots: five that have a colour and a letter, and eight by seat, with numbers beyond.

export type RobotLetter = 'r' | 'g' | 'b' | 'y' | 's';
export const ROBOTS: readonly RobotLetter[] = ['r', 'g', 'b', 'y', 's'];

/** One for each seat: the names of the robots' colours in the style sheet. */
export const TINTS = [...ROBOTS, 'v', 't', 'p'] as const;
export type Tint = RobotLetter | 'v' | 't' | 'p';

export function tintOf(seat: number): Tint {
  return (TINTS[seat % TINTS.length] ?? 'r') as Tint;
}

/** What tells a seat's robot from one of the same colour before it: its number at the table. */
export function numberOf(seat: number): string | null {
  return seat < TINTS.length ? null : String(seat + 1);
}
