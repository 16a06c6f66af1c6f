// What is printed on a course, in words, each with the number of its rule.

import { m } from '../../../paraglide/messages';
import type { Standing } from '../playback/steps';
import type { Cell, CourseFacts, SquareFacts } from '../../../wire/generated/rally';
import { headingName, wallName } from '../../../board/headings';
import { key, STEP } from './geometry';

export interface Explained {
  text: string;
  rule: string;
}

/** Everything on a square, in the order in which it is drawn. */
export function elements(square: SquareFacts): Explained[] {
  const { belt, flag, start, repair, gear, press, pusher, pit } = square;
  const found: Explained[] = [];
  if (pit) found.push({ text: m.ra_pit(), rule: 'R4' });
  if (belt) {
    const heading = headingName(belt.exit);
    const text = belt.is_express ? m.ra_express({ heading }) : m.ra_belt({ heading });
    found.push({ text, rule: belt.is_express ? 'R7' : 'R5' });
    if (belt.mouths.length) found.push({ text: m.ra_curve(), rule: 'R6' });
  }
  if (gear) found.push({ text: gear === 'L' ? m.ra_gear_left() : m.ra_gear_right(), rule: 'R13' });
  if (repair) {
    const text = repair === 1 ? m.ra_repair_one() : m.ra_repair_two();
    found.push({ text, rule: repair === 1 ? 'R11' : 'R12' });
  }
  if (press.length) found.push({ text: m.ra_press({ registers: press.join(', ') }), rule: 'R8' });
  if (pusher) {
    const registers = pusher.registers.join(', ');
    const text = m.ra_pusher({ heading: headingName(pusher.heading), registers });
    found.push({ text, rule: 'R9' });
  }
  if (flag) found.push({ text: m.ra_flag({ flag }), rule: 'R3' });
  if (start !== null) {
    const text = start ? m.ra_start_of({ player: start }) : m.ra_start();
    found.push({ text, rule: 'R2' });
  }
  return found;
}

/** The robots on a cell, each as it is said by seat. */
export function standingOn(
  cell: Cell,
  robots: readonly Standing[],
  said: readonly string[],
): string[] {
  return robots.flatMap((robot, seat) =>
    !robot.isLost && key(robot.cell) === key(cell) ? [said[seat] ?? ''] : [],
  );
}

/** All that is to know of a cell: what is on it, what crosses it, what stands round it. */
export function explained(course: CourseFacts, cell: Cell): Explained[] {
  const square = course.squares.find((one) => key(one.cell) === key(cell));
  const beams = course.beams
    .filter(({ cells }) => cells.some((one) => key(one) === key(cell)))
    .reduce((sum, { beams: count }) => sum + count, 0);
  const walls = course.walls.flatMap(({ cell: [x, y], side }) => {
    const [dx, dy] = STEP[side];
    if (key([x, y]) === key(cell)) return [wallName(side)];
    const other = { n: 's', e: 'w', s: 'n', w: 'e' } as const;
    return key([x + dx, y + dy]) === key(cell) ? [wallName(other[side])] : [];
  });
  return [
    ...(square ? elements(square) : []),
    ...(beams ? [{ text: m.ra_beam({ count: beams }), rule: 'R10' }] : []),
    ...(walls.length ? [{ text: walls.join(', '), rule: 'R14' }] : []),
  ];
}
