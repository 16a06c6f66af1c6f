// What decided a match in which a flag did not (D35). Pure.

import type { Player } from '../../../wire/generated/rally';

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
  const even = players.filter(
    ({ robot }, seat) =>
      !winners.includes(seat) &&
      !resigned.includes(seat) &&
      (!hasLost || seat === you) &&
      robot.lives > 0 &&
      robot.next_flag === best.next_flag,
  );
  if (!even.length) return null;
  return even.some(({ robot }) => robot.lives === best.lives) ? 'armour' : 'lives';
}

/** Of somebody with as many flags as another: what tells the two apart. Null: flags do, or nothing. */
export function apart(
  players: readonly Pick<Player, 'robot'>[],
  seat: number,
  resigned: readonly number[],
): 'lives' | 'armour' | null {
  const own = players[seat]?.robot;
  if (!own?.lives || resigned.includes(seat)) return null;
  const even = players.filter(
    ({ robot }, other) =>
      other !== seat &&
      !resigned.includes(other) &&
      robot.lives > 0 &&
      robot.next_flag === own.next_flag,
  );
  if (even.some(({ robot }) => robot.lives === own.lives && robot.armour !== own.armour))
    return 'armour';
  return even.some(({ robot }) => robot.lives !== own.lives) ? 'lives' : null;
}
