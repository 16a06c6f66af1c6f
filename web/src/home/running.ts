// The matches that a player goes on with from the first page.

import type { Listed, Table, View } from '../wire/generated/table';
import { get } from '../wire/http';

export interface Running {
  listed: Listed;
  table: Table;
  view: View;
}

type Seen = Pick<View, 'seat' | 'ending' | 'view'>;

/** Tables where a match may be on, the likeliest first: what counts, then the latest. */
export function candidates(tables: readonly Listed[]): Listed[] {
  return tables
    .filter(({ summary }) => summary.is_playing)
    .toSorted(
      (one, other) =>
        Number(other.summary.is_rated) - Number(one.summary.is_rated) ||
        other.updated_at - one.updated_at,
    );
}

/** Whether somebody still plays what they see: they have a seat, and neither it nor they ended. */
export function isGoingOn(seen: Seen): boolean {
  return seen.seat !== null && seen.ending === null && !hasResigned(seen);
}

/** Whether somebody has given up a match that the others still play. */
export function canOnlyWatch(seen: Seen, { conceded }: Pick<Table, 'conceded'>): boolean {
  return seen.ending === null && hasResigned(seen) && !conceded.includes(seen.seat ?? -1);
}

function hasResigned({ seat, view }: Seen): boolean {
  return seat !== null && resignedIn(view).includes(seat);
}

/** Who has given up a match, by what is seen of it; not every game has that. */
export function resignedIn(view: unknown): readonly number[] {
  const { resigned } = (view ?? {}) as { resigned?: unknown };
  return Array.isArray(resigned) ? resigned : [];
}

/** Not where a match is over and everybody else has gone: its replay is below. */
export function isWorthReturning({ summary }: Listed): boolean {
  const { is_playing, has_played, guests } = summary;
  return is_playing || !has_played || guests.length > 1;
}

const MOST = 3; // others stand with the tables that wait

/** Where somebody's matches go on, the likeliest first, also without them; a list may be late. */
export async function findRunning(tables: readonly Listed[]): Promise<Running[]> {
  const found: Running[] = [];
  for (const listed of candidates(tables)) {
    if (found.length === MOST) break;
    const table = await get('/api/tables/{table}', { path: { table: listed.id } });
    if (!table.match || !table.is_playing) continue;
    const view = await get('/api/matches/{match}/view', { path: { match: table.match } });
    if (isGoingOn(view) || canOnlyWatch(view, table)) found.push({ listed, table, view });
  }
  return found.toSorted(
    (one, other) => Number(isGoingOn(other.view)) - Number(isGoingOn(one.view)),
  );
}
