// The ratings of those who sit at a table. They are asked for when somebody sits down or gets up,
// when other terms hold, and when a match has changed them.

import type { ShownRating, Table } from '../wire/generated/table';
import { get } from '../wire/http';

export class SeatedRatings {
  byChair = $state.raw<readonly (ShownRating | null)[]>([]);
  #known = '';

  /** Ask, if something has changed. Where nothing counts there is nothing to ask. */
  follow(id: string, table: Table): void {
    const seated = table.chairs.map(({ owner, bot }) => owner?.id ?? bot);
    const { game, speed } = table.terms;
    const state = JSON.stringify([id, seated, game, speed, table.steps]);
    if (state === this.#known) return;
    this.#known = state;
    if (speed === null) this.byChair = [];
    else void this.#load(id, state);
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
