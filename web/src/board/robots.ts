// The eight tin robots, by their letters or by seat, with numbers beyond.

export type RobotLetter = 'r' | 'g' | 'b' | 'y' | 's' | 'v' | 't' | 'p';

/** Their letters are the names of their colours in the style sheet. */
export const ROBOTS: readonly RobotLetter[] = ['r', 'g', 'b', 'y', 's', 'v', 't', 'p'];

export function tintOf(seat: number): RobotLetter {
  return ROBOTS[seat % ROBOTS.length] ?? 'r';
}

/** What tells a seat's robot from one of the same colour before it: its number at the table. */
export function numberOf(seat: number): string | null {
  return seat < ROBOTS.length ? null : String(seat + 1);
}
