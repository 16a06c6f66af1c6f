// Where a replay was opened: whoever watches one from a table may want to go back to its result.

let from: { match: string; table: string } | null = null;

export function leaveTable(table: string, match: string): void {
  from = { table, match };
}

/** The table from whose result this match was opened, without loading the page anew. */
export function tableOf(match: string): string | null {
  return from?.match === match ? from.table : null;
}
