// Drawing with a mouse or a finger: strokes over cells, and walls along edges.

import type { Cell, DrawingTools, WallPlace } from './tools';

/** What is drawn on. The letters mean the same as in DrawingTools. */
export interface PointedAt<D, S, G> {
  drawing: () => D;
  tools: () => DrawingTools<D, S, G>;
  grip: () => G;
  pointOf: (event: PointerEvent) => readonly [x: number, y: number]; // in cells
  capture: (pointer: number) => void;
  ondraw: (drawing: D, isNew: boolean) => void; // a stroke that goes on is one step
  oncursor: (cell: Cell) => void;
}

const MIDDLE_BUTTON = 1;
const RIGHT_BUTTON = 2; // erases, whatever the tool
const ANYWHERE = 0.5; // of a cell: the nearest edge, however far

export class Pointing<D, S, G extends { readonly tool: string }> {
  /** The edge that a click would mean. */
  hint = $state.raw<WallPlace | null>(null);
  #stroke: S | null = null;
  #edges: { before: D; places: readonly WallPlace[]; isThere: boolean } | null = null;

  constructor(private readonly at: PointedAt<D, S, G>) {}

  down = (event: PointerEvent): void => {
    if (event.button === MIDDLE_BUTTON || !event.isPrimary) return;
    const { at } = this;
    const tools = at.tools();
    const before = at.drawing();
    const [x, y] = at.pointOf(event);
    const cell: Cell = [Math.floor(x), Math.floor(y)];
    const grip = event.button === RIGHT_BUTTON ? tools.erasing(at.grip()) : at.grip();
    at.capture(event.pointerId);
    if (tools.contains(before, cell)) at.oncursor(cell);
    if (grip.tool === 'wall') {
      const edge = tools.edgeAt(before, x, y, ANYWHERE);
      if (!edge) return;
      const isThere = !tools.hasWall(before, edge.cell, edge.side);
      this.#edges = { before, places: [edge], isThere };
      at.ondraw(tools.walled(before, [edge], isThere), true);
    } else if (tools.contains(before, cell)) {
      this.#stroke = tools.strokeFrom(before, cell, grip);
      at.ondraw(tools.stroked(this.#stroke), true);
    }
  };

  move = (event: PointerEvent): void => {
    const { at } = this;
    const tools = at.tools();
    const [x, y] = at.pointOf(event);
    if (this.#edges) {
      const { before, places, isThere } = this.#edges;
      const edge = tools.edgeAt(before, x, y);
      if (!edge) return;
      this.#edges = { before, places: [...places, edge], isThere };
      at.ondraw(tools.walled(before, this.#edges.places, isThere), false);
    } else if (this.#stroke) {
      const cell: Cell = [Math.floor(x), Math.floor(y)];
      if (!tools.contains(at.drawing(), cell)) return;
      this.#stroke = tools.strokeTo(this.#stroke, cell);
      at.oncursor(cell);
      at.ondraw(tools.stroked(this.#stroke), false);
    } else if (event.pointerType === 'mouse' && at.grip().tool === 'wall')
      this.hint = tools.edgeAt(at.drawing(), x, y, ANYWHERE);
  };

  up = (): void => {
    this.#stroke = this.#edges = null;
  };

  leave = (): void => {
    this.hint = null;
  };
}
