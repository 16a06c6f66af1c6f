// What a game's editor does to its drawing, by pointer and by keys.

export type Cell = [number, number];
type Heading = 'n' | 'e' | 's' | 'w';

export interface WallPlace {
  readonly cell: Cell;
  readonly side: Heading;
}

/** D is a drawing, S a stroke over cells, G what is in the hand: a tool, and how it is held. */
export interface DrawingTools<D, S, G> {
  contains: (drawing: D, cell: Cell) => boolean;
  towards: (cell: Cell, heading: Heading) => Cell;
  hasWall: (drawing: D, cell: Cell, side: Heading) => boolean;
  edgeAt: (drawing: D, x: number, y: number, within?: number) => WallPlace | null;
  walled: (drawing: D, edges: readonly WallPlace[], isThere: boolean) => D;
  strokeFrom: (drawing: D, cell: Cell, grip: G) => S;
  strokeTo: (stroke: S, cell: Cell) => S;
  stroked: (stroke: S) => D;
  erasing: (grip: G) => G;
  used: (drawing: D, cell: Cell, grip: G) => D;
  typed: (drawing: D, cell: Cell, key: string, grip: G) => D | null; // null: it means nothing
}
