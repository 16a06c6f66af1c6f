// The names of pieces and places.

import { m } from '../../../paraglide/messages';
import type { Robot, Symbol, Target } from '../../../wire/generated/ricochet';

export { cellName, isSame, positionText } from './notation';

const COLOURS: Record<string, Robot> = { red: 'r', green: 'g', blue: 'b', yellow: 'y' };
const BARRIERS: Record<Robot, () => string> = {
  r: m.barrier_red,
  g: m.barrier_green,
  b: m.barrier_blue,
  y: m.barrier_yellow,
  s: m.barrier_silver,
  v: m.barrier_violet,
  t: m.barrier_teal,
  p: m.barrier_pink,
};

// One by one, so that a page is built with the messages it uses and no others.
const TARGET_NAMES: Record<Target, () => string> = {
  'red-circle': m.target_red_circle,
  'red-triangle': m.target_red_triangle,
  'red-square': m.target_red_square,
  'red-hexagon': m.target_red_hexagon,
  'green-circle': m.target_green_circle,
  'green-triangle': m.target_green_triangle,
  'green-square': m.target_green_square,
  'green-hexagon': m.target_green_hexagon,
  'blue-circle': m.target_blue_circle,
  'blue-triangle': m.target_blue_triangle,
  'blue-square': m.target_blue_square,
  'blue-hexagon': m.target_blue_hexagon,
  'yellow-circle': m.target_yellow_circle,
  'yellow-triangle': m.target_yellow_triangle,
  'yellow-square': m.target_yellow_square,
  'yellow-hexagon': m.target_yellow_hexagon,
  vortex: m.target_vortex,
};

export const TARGETS = Object.keys(TARGET_NAMES) as readonly Target[];

/** Whose target it is; null is anybody's. */
export function colourOf(target: Target): Robot | null {
  return COLOURS[target.split('-')[0] ?? ''] ?? null;
}

export function symbolOf(target: Target): Symbol {
  return (target.split('-')[1] ?? 'vortex') as Symbol;
}

export function robotName(robot: Robot): string {
  return {
    r: m.robot_red,
    g: m.robot_green,
    b: m.robot_blue,
    y: m.robot_yellow,
    s: m.robot_silver,
    v: m.robot_violet,
    t: m.robot_teal,
    p: m.robot_pink,
  }[robot]();
}

/** “Red to the moon”: what is asked. */
export function task(target: Target): string {
  const colour = colourOf(target);
  if (!colour) return m.task_vortex();
  return m.task({ robot: robotName(colour), symbol: symbolTo(symbolOf(target)) });
}

/** “the red moon”: the token. */
export function targetName(target: Target): string {
  return TARGET_NAMES[target]();
}

function symbolTo(symbol: Symbol): string {
  return {
    circle: m.to_circle,
    triangle: m.to_triangle,
    square: m.to_square,
    hexagon: m.to_hexagon,
    vortex: m.to_vortex,
  }[symbol]();
}

export function barrierName(colour: Robot): string {
  return BARRIERS[colour]();
}
