// The ratings of those who sit at a table. They are asked for when somebody sits down or gets up,
// when other terms hold, and when a match has changed them.

import { getContext, setContext } from 'svelte';
import { isStoodIn } from '../lobby/names';
import type { ShownRating, Table } from '../wire/generated/table';
import { get } from '../wire/http';

const KEY = Symbol('ratings');

/** For everything on the page of a table. */
export function provideRatings(): SeatedRatings {
  return setContext(KEY, new SeatedRatings());
}

/** Undefined where no table is, as in replays. */
export function ratingsHere(): SeatedRatings | undefined {
  return getContext(KEY);
}

class SeatedRatings {
  byChair = $state.raw<readonly (ShownRating | null)[]>([]);
  #seats = $state.raw<readonly number[]>([]); // their chairs; -1 where a bot only stands in
  #known = '';

  /** Ask, if something has changed. Where nothing counts there is nothing to ask. */
  follow(id: string, table: Table): void {
    this.#seats = table.seats.map((chair, seat) => (isStoodIn(table, seat) ? -1 : chair));
    const seated = table.chairs.map(({ owner, bot }) => owner?.id ?? bot);
    const { game, speed } = table.terms;
    const state = JSON.stringify([id, seated, game, speed, table.steps]);
    if (state === this.#known) return;
    this.#known = state;
    if (speed === null) this.byChair = [];
    else void this.#load(id, state);
  }

  ofSeat(seat: number): ShownRating | null {
    return this.byChair[this.#seats[seat] ?? -1] ?? null;
  }

  /** Without ratings a table is as good as with them, so a failure is not told. */
  async #load(id: string, state: string): Promise<void> {
    try {
      const { ratings } = await get('/api/tables/{table}/ratings', { path: { table: id } });
      if (state === this.#known) this.byChair = ratings;
    } catch {
      this.#known = '';
    }
  }
}
