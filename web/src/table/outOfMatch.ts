// Somebody who began a match and plays it no more: they left it, were voted out, or resigned. Pure.

import type { Table } from '../wire/generated/table';

export type Out = 'left' | 'voted' | 'resigned';

type Played = Pick<Table, 'is_playing' | 'your_seat' | 'voted_away' | 'conceded'>;

/** Why this guest is out of the match that is on; null if they play it, or never did. */
export function outOfMatch(
  { is_playing, your_seat, voted_away, conceded }: Played,
  seat: number | null, // the one they play now
  resigned: readonly number[],
): Out | null {
  if (!is_playing) return null;
  if (seat !== null) return resigned.includes(seat) && !conceded.includes(seat) ? 'resigned' : null;
  if (your_seat === null) return null;
  return voted_away.includes(your_seat) ? 'voted' : 'left';
}
