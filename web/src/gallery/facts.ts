// What there is to say of a drawing in one line.

import { gamePage } from '../games';
import { m } from '../paraglide/messages';
import type { DrawingListed } from '../wire/generated/table';

/** How large it is, for how many, how long it takes, and how often it was played. */
export function inShort({ game, width, height, seats, length, plays }: DrawingListed): string {
  const { drawings } = gamePage(game);
  return [
    `${width} × ${height}`,
    ...(seats ? [forHowMany(...seats)] : []),
    ...(length && drawings ? [drawings.length(length[0], length[1])] : []),
    plays ? m.drawing_plays({ count: plays }) : m.drawing_unplayed(),
  ].join(' · ');
}

function forHowMany(fewest: number, most: number): string {
  if (fewest === most) return m.drawing_players_just({ count: most });
  return m.drawing_players({ fewest, most });
}

/** What its author has to know of who sees it. */
export function whoSees({ is_hidden, published_at }: DrawingListed): string {
  if (is_hidden) return m.drawing_hidden();
  return published_at === null ? m.drawing_private() : m.drawing_published();
}
