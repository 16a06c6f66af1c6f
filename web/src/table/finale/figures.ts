// Figures of a match, to be compared: a row for each, a column for each seat. Pure.

export interface Figure {
  value: number | null; // what is compared; null where there is nothing to count
  said: string;
}

export interface FigureRow {
  title: string;
  why?: string; // what exactly is counted
  figures: readonly Figure[]; // by seat
  best: 'most' | 'least' | null; // null: neither is better
}

/** The seats with the best figure; none where nobody has one, or most are that good. */
export function bestSeats({ figures, best }: Pick<FigureRow, 'figures' | 'best'>): number[] {
  const known = figures.flatMap(({ value }) => value ?? []);
  if (best === null || !known.length) return [];
  const top = best === 'least' ? Math.min(...known) : Math.max(...known);
  const seats = figures.flatMap(({ value }, seat) => (value === top ? [seat] : []));
  return seats.length <= known.length / 2 ? seats : [];
}
