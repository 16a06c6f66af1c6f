// Positions to show what a board from the box is like, each with a shortest solution. Pure.

import type { Robot, Settings, Target } from '../../../wire/generated/ricochet';
import { CELL } from '../board/grid';
import { hasDiagonals } from '../terms';
import SAMPLES from './samples.json';

type Corner = readonly number[]; // x and y of a cell at which a slide begins, turns or ends

export interface SampleStep {
  robot: Robot;
  cells: readonly Corner[];
}

export interface RoomSample {
  board: string;
  robots: string; // the silver one, too
  target: Target;
  route: readonly SampleStep[];
}

const BEGIN = 0.08; // of the loop: then the first robot leaves
const END = 0.8; // by then the target is reached
const WAIT = 0.92; // until then everything rests; then all fade, and begin anew
const MOVING = 0.6; // of the time that a step takes; then its robot rests
const EASE = 'cubic-bezier(0.3, 0, 0.2, 1)';

export function sampleFor(agreed: Pick<Settings, 'box' | 'diagonals'>): RoomSample {
  const { diagonals, plain, classic } = SAMPLES as unknown as Record<string, RoomSample> & {
    diagonals: RoomSample;
    plain: RoomSample;
    classic: RoomSample;
  };
  if (agreed.box === 'classic') return classic;
  return hasDiagonals(agreed) ? diagonals : plain;
}

/** The loop of one robot, which begins and ends where it stands. */
export function framesOf(route: readonly SampleStep[], robot: Robot): Keyframe[] {
  const own = route.filter((step) => step.robot === robot);
  const home = own[0]?.cells[0];
  if (!home) return [];
  const step = (END - BEGIN) / route.length;
  const frames: Keyframe[] = [{ ...moved(home, home), offset: 0 }];
  let last = home;
  for (const [at, { robot: mover, cells }] of route.entries()) {
    if (mover !== robot) continue;
    const begins = BEGIN + at * step;
    for (const [corner, cell] of cells.entries()) {
      const offset = begins + (MOVING * step * corner) / (cells.length - 1);
      frames.push({ ...moved(home, cell), offset, easing: EASE });
      last = cell;
    }
  }
  return [
    ...frames,
    { ...moved(home, last), offset: WAIT },
    { ...moved(home, last), opacity: 0, offset: 0.96 },
    { ...moved(home, home), opacity: 0, offset: 0.97 },
    { ...moved(home, home), offset: 1 },
  ];
}

function moved([fromX = 0, fromY = 0]: Corner, [x = 0, y = 0]: Corner): Keyframe {
  return { transform: `translate(${CELL * (x - fromX)}px, ${CELL * (y - fromY)}px)`, opacity: 1 };
}
