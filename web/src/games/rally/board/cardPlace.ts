// Where the card that a robot plays lies: beside the robot, where it hides the least. Pure.

import { BODY, CELL } from './geometry';

export interface CardSpot {
  x: number;
  y: number;
}
export interface Room {
  wide: number; // of the card, in units of the drawing
  high: number;
  across: number; // of the floor
  down: number;
}
export interface Surroundings {
  others: readonly CardSpot[]; // what is to be seen
  ahead: readonly [x: number, y: number] | null; // where its robot goes
}
export type CardSide = readonly [x: -1 | 0 | 1, y: -1 | 0 | 1];

/** Above its robot where possible, then below it, then beside it. */
const SIDES: readonly CardSide[] = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];
const AWAY = 0.62 * CELL; // its edge, from the middle of the robot
const SEEN = 0.7 * BODY; // what is to be seen of a robot
const IN_THE_WAY = 0.4 * CELL * CELL; // as bad as hiding so much of another

/** The upper left corner of a card on that side of its robot. */
export function cornerOf({ x, y }: CardSpot, [dx, dy]: CardSide, { wide, high }: Room): CardSpot {
  return {
    x: x + dx * (AWAY + wide / 2) - wide / 2,
    y: y + dy * (AWAY + high / 2) - high / 2,
  };
}

/** The best side for a card. It stays where it was as long as it hides nobody there. */
export function sideFor(
  own: CardSpot,
  { others, ahead }: Surroundings,
  room: Room,
  before: CardSide | null = null,
): CardSide {
  const isAhead = ([x, y]: CardSide) => x === ahead?.[0] && y === ahead[1];
  const order = before ? [before, ...SIDES] : SIDES;
  return order
    .map((side) => ({
      side,
      cost: costOf(cornerOf(own, side, room), others, room) + (isAhead(side) ? IN_THE_WAY : 0),
    }))
    .reduce((best, one) => (one.cost < best.cost ? one : best)).side;
}

/** How much of robots is hidden, and how much of the card is beyond the floor. */
function costOf(corner: CardSpot, others: readonly CardSpot[], room: Room): number {
  const { wide, high, across, down } = room;
  const inside = shared(corner.x, wide, 0, across) * shared(corner.y, high, 0, down);
  const hidden = others.map(
    ({ x, y }) =>
      shared(corner.x, wide, x - SEEN / 2, SEEN) * shared(corner.y, high, y - SEEN / 2, SEEN),
  );
  return Math.round(hidden.reduce((sum, one) => sum + one, wide * high - inside));
}

/** How long two stretches run together. */
function shared(start: number, length: number, other: number, otherLength: number): number {
  const end = Math.min(start + length, other + otherLength);
  return Math.max(0, end - Math.max(start, other));
}
