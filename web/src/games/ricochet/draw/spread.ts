// How long the targets of a board take, as columns of a chart. Pure.

import type { Surveyed, Target } from '../../../wire/generated/ricochet';

export interface Column {
  readonly moves: number | null; // null: not known yet
  readonly targets: readonly Target[];
}

export interface Spread {
  readonly columns: readonly Column[]; // from the shortest to the longest, with the empty ones between
  readonly unknown: readonly Target[]; // there was no time
  readonly dead: readonly Target[]; // proven: no robot can ever arrive
}

export function spreadOf({ lengths }: Surveyed): Spread {
  const found = lengths.flatMap(({ moves }) => (moves === null ? [] : [moves]));
  const [first, last] = [Math.min(...found), Math.max(...found)];
  const columns = Array.from({ length: found.length ? last - first + 1 : 0 }, (_, at) => ({
    moves: first + at,
    targets: lengths.filter(({ moves }) => moves === first + at).map(({ target }) => target),
  }));
  const having = (outcome: string) =>
    lengths.filter((length) => length.outcome === outcome).map(({ target }) => target);
  return { columns, unknown: having('out of time'), dead: having('unsolvable') };
}
