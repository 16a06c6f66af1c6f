// Who stands where, as far as the last view tells it: until the server has said more. Pure.

import type { Player, Standings } from '../../../wire/generated/rally';

/** Winners first, then whoever has more flags, then whoever has more lives; equal ones share, and
    whoever resigned is last. */
export function provisional(
  players: readonly Pick<Player, 'robot'>[],
  winners: readonly number[],
  resigned: readonly number[],
): Pick<Standings, 'seats' | 'places'> {
  const ranked = players
    .map(({ robot }, seat) => ({
      seat,
      rank: resigned.includes(seat)
        ? [-1]
        : [Number(winners.includes(seat)), robot.next_flag, robot.lives],
    }))
    .toSorted((one, other) => compare(other.rank, one.rank));
  const places = ranked.map(
    ({ rank }) => 1 + ranked.findIndex((other) => compare(other.rank, rank) === 0),
  );
  return { seats: ranked.map(({ seat }) => seat), places };
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}
