// Boards as they are printed: fetched once, and cached.

import type { BoardFacts } from '../../wire/generated/ricochet';
import { get } from '../../wire/http';

const known = new Map<string, Promise<BoardFacts>>();

export function boardNamed(name: string): Promise<BoardFacts> {
  let board = known.get(name);
  if (!board) {
    board = get('/api/ricochet/board', { query: { board: name } });
    board.catch(() => known.delete(name));
    known.set(name, board);
  }
  return board;
}
