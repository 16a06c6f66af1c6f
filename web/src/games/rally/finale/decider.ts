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
