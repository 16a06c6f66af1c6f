// What decided a match in which a flag did not (D35). Pure.

import type { Player } from '../../../wire/generated/rally';

/** A tie without a single flag, of which nobody is proud. */
export function isEmptyTie(
  players: readonly Pick<Player, 'robot'>[],
  winners: readonly number[],
): boolean {
  return winners.length > 1 && players.every(({ robot }) => robot.next_flag === 1);
}

/** What the winners had more of than another with as many flags; null: nobody else had those. */
export function decider(
  players: readonly Pick<Player, 'robot'>[],
  winners: readonly number[],
  resigned: readonly number[],
  you: number | null, // of those who lost only their own reason counts
): 'lives' | 'armour' | null {
  const best = players[winners[0] ?? -1]?.robot;
  if (!best) return null;
  const hasLost = you !== null && !winners.includes(you);
  const even = evenWith(players, winners[0] ?? -1, resigned).filter(
    (seat) => !winners.includes(seat) && (!hasLost || seat === you),
  );
  if (!even.length) return null;
  return even.some((seat) => players[seat]?.robot.lives === best.lives) ? 'armour' : 'lives';
}

/** Of somebody with as many flags as another: what tells the two apart. Null: flags do, or nothing. */
export function apart(
  players: readonly Pick<Player, 'robot'>[],
  seat: number,
  resigned: readonly number[],
): 'lives' | 'armour' | null {
  const own = players[seat]?.robot;
  if (!own?.lives || resigned.includes(seat)) return null;
  const even = evenWith(players, seat, resigned).flatMap((other) => players[other]?.robot ?? []);
  if (even.some(({ lives, armour }) => lives === own.lives && armour !== own.armour))
    return 'armour';
  return even.some(({ lives }) => lives !== own.lives) ? 'lives' : null;
}

/** The others who are in the race with as many flags. */
function evenWith(
  players: readonly Pick<Player, 'robot'>[],
  seat: number,
  resigned: readonly number[],
): number[] {
  return players.flatMap(({ robot }, other) =>
    other !== seat &&
    !resigned.includes(other) &&
    robot.lives > 0 &&
    robot.next_flag === players[seat]?.robot.next_flag
      ? [other]
      : [],
  );
}
