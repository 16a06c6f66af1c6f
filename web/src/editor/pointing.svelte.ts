// Drawing with a mouse or a finger: strokes over cells, and walls along edges.

type Cell = [number, number];

/** What a game does with them. D is its drawing, S a stroke over cells, E an edge of a cell. */
export interface PointedAt<D, S, E> {
  drawing: () => D;
  pointOf: (event: PointerEvent) => readonly [x: number, y: number]; // in cells
  capture: (pointer: number) => void;
  isOn: (drawing: D, cell: Cell) => boolean;
  isWalling: (isErasing: boolean) => boolean; // whether the tool in hand builds walls
  edgeAt: (drawing: D, x: number, y: number, within?: number) => E | null;
  hasWall: (drawing: D, edge: E) => boolean;
  walled: (drawing: D, edges: readonly E[], isThere: boolean) => D;
  strokeFrom: (drawing: D, cell: Cell, isErasing: boolean) => S;
  strokeTo: (stroke: S, cell: Cell) => S;
  stroked: (stroke: S) => D;
  ondraw: (drawing: D, isNew: boolean) => void; // a stroke that goes on is one step
  oncursor: (cell: Cell) => void;
}

const MIDDLE_BUTTON = 1;
const RIGHT_BUTTON = 2; // erases, whatever the tool
const ANYWHERE = 0.5; // of a cell: the nearest edge, however far

export class Pointing<D, S, E> {
  /** The edge that a click would mean. */
  hint = $state.raw<E | null>(null);
  #stroke: S | null = null;
  #edges: { before: D; places: readonly E[]; isThere: boolean } | null = null;

  constructor(private readonly at: PointedAt<D, S, E>) {}

  down = (event: PointerEvent): void => {
    if (event.button === MIDDLE_BUTTON || !event.isPrimary) return;
    const { at } = this;
    const before = at.drawing();
    const [x, y] = at.pointOf(event);
    const cell: Cell = [Math.floor(x), Math.floor(y)];
    const isErasing = event.button === RIGHT_BUTTON;
    at.capture(event.pointerId);
    if (at.isOn(before, cell)) at.oncursor(cell);
    if (at.isWalling(isErasing)) {
      const edge = at.edgeAt(before, x, y, ANYWHERE);
      if (!edge) return;
      const isThere = !at.hasWall(before, edge);
      this.#edges = { before, places: [edge], isThere };
      at.ondraw(at.walled(before, [edge], isThere), true);
    } else if (at.isOn(before, cell)) {
      this.#stroke = at.strokeFrom(before, cell, isErasing);
      at.ondraw(at.stroked(this.#stroke), true);
    }
  };

  move = (event: PointerEvent): void => {
    const { at } = this;
    const [x, y] = at.pointOf(event);
    if (this.#edges) {
      const { before, places, isThere } = this.#edges;
      const edge = at.edgeAt(before, x, y);
      if (!edge) return;
      this.#edges = { before, places: [...places, edge], isThere };
      at.ondraw(at.walled(before, this.#edges.places, isThere), false);
    } else if (this.#stroke) {
      const cell: Cell = [Math.floor(x), Math.floor(y)];
      if (!at.isOn(at.drawing(), cell)) return;
      this.#stroke = at.strokeTo(this.#stroke, cell);
      at.oncursor(cell);
      at.ondraw(at.stroked(this.#stroke), false);
    } else if (event.pointerType === 'mouse' && at.isWalling(false))
      this.hint = at.edgeAt(at.drawing(), x, y, ANYWHERE);
  };

  up = (): void => {
    this.#stroke = this.#edges = null;
  };

  leave = (): void => {
    this.hint = null;
  };
}
