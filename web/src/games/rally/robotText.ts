// Everybody's robot in words.

import { cellNamed, headingOf } from './board/geometry';
import { headingName } from '../../board/headings';
import { m } from '../../paraglide/messages';
import type { Standing } from './playback/steps';
import type { Player } from '../../wire/generated/rally';

export const MOST_ARMOUR = 9;

/** For screen readers. */
export function robotTexts(players: readonly Player[], name: (seat: number) => string): string[] {
  return players.map(({ robot, fresh }, seat) => {
    const gone = robot.lives ? m.ra_is_lost() : m.ra_is_out();
    const where = robot.cell ? cellNamed(robot.cell) : gone;
    const looks = fresh ? [] : [m.ra_faces({ heading: headingName(robot.facing) })];
    const lives = robot.lives ? [m.ra_lives({ count: robot.lives })] : [];
    return [name(seat), where, ...looks, ...lives].join(', ');
  });
}

/** A robot as it is shown, for a tooltip. */
export function robotText(robot: Standing, name: string, flags: number): string {
  const { turn, armour, lives, nextFlag, isVirtual, isOff } = robot;
  if (!lives) return `${name}, ${m.ra_is_out()}`;
  return [
    name,
    ...(turn === null ? [] : [m.ra_faces({ heading: headingName(headingOf(turn)) })]),
    m.ra_armour({ count: armour, most: MOST_ARMOUR }),
    m.ra_lives({ count: lives }),
    nextFlag > flags ? m.ra_all_flags() : m.ra_next_flag({ flag: nextFlag }),
    ...(isOff ? [m.ra_is_off()] : []),
    ...(isVirtual ? [m.ra_is_virtual()] : []),
  ].join(', ');
}
