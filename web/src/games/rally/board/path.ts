// Where a program would lead, as a line to be drawn. Pure: the server says what would happen.

import type { Cell, Heading, Preview } from '../../../wire/generated/rally';
import { key, STEP, TURN } from './geometry';

export interface Stop {
  registers: readonly number[]; // behind which the robot would stand there
  cell: Cell;
  isLost: boolean;
  over: Heading | null; // the edge beyond which it would be lost
}

export interface Path {
  seat: number;
  points: readonly Cell[];
  stops: readonly Stop[];
  end: { cell: Cell; turn: number } | null; // null: the robot would be lost
}

export function pathOf(preview: Preview, seat: number): Path | null {
  const { start, registers } = preview;
  if (!start.cell || !registers.length) return null;
  const points: Cell[] = [start.cell];
  const stops: Stop[] = [];
  let cell = start.cell;
  for (const { register, happenings, robot } of registers) {
    let over: Heading | null = null;
    for (const event of happenings) {
      if (!('end' in event && 'heading' in event)) continue;
      cell = event.end ?? event.start;
      over = event.end ? null : event.heading;
      points.push(event.end ?? beyond(event));
    }
    const isLost = robot.cell === null;
    const before = stops.findIndex((stop) => !isLost && key(stop.cell) === key(robot.cell ?? cell));
    const had = stops[before]?.registers ?? [];
    stops.splice(before < 0 ? stops.length : before, 1, {
      registers: [...had, register],
      cell,
      isLost,
      over,
    });
  }
  const last = registers.at(-1)?.robot;
  const end = last?.cell ? { cell: last.cell, turn: TURN[last.facing] } : null;
  return { seat, points, stops, end };
}

/** To the edge, and a little further. */
function beyond({ start: [x, y], heading }: { start: Cell; heading: Heading }): Cell {
  const [dx, dy] = STEP[heading];
  return [x + 0.5 * dx, y + 0.5 * dy];
}
