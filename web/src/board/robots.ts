// The tin robots: five that have a colour and a letter, and eight by seat.

export type RobotLetter = 'r' | 'g' | 'b' | 'y' | 's';
export const ROBOTS: readonly RobotLetter[] = ['r', 'g', 'b', 'y', 's'];

/** One for each seat: the names of the robots' colours in the style sheet. */
export const TINTS = [...ROBOTS, 'v', 't', 'p'] as const;
export type Tint = RobotLetter | 'v' | 't' | 'p';

export function tintOf(seat: number): Tint {
  return (TINTS[seat % TINTS.length] ?? 'r') as Tint;
}

/** The robot that stands for a seat where there are only five shapes. */
export function robotOfSeat(seat: number): RobotLetter {
  return ROBOTS[seat % ROBOTS.length] ?? 'r';
}
