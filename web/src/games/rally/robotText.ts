// Everybody's robot in words.

import { cellNamed, headingOf } from './board/geometry';
import { headingName } from '../../board/headings';
import { m } from '../../paraglide/messages';
import type { Standing } from './playback/steps';

export const MOST_ARMOUR = 9;

/** As they are shown, for screen readers. */
export function robotTexts(robots: readonly Standing[], name: (seat: number) => string): string[] {
  return robots.map(({ cell, turn, lives, isLost }, seat) => {
    const gone = lives ? m.ra_is_lost() : m.ra_is_out();
    const left = lives ? [m.ra_lives({ count: lives })] : [];
    return [name(seat), isLost ? gone : cellNamed(cell), ...looks(turn), ...left].join(', ');
  });
}

function looks(turn: number | null): string[] {
  return turn === null ? [] : [m.ra_faces({ heading: headingName(headingOf(turn)) })];
}

/** A robot as it is shown, for a tooltip. */
export function robotText(robot: Standing, name: string, flags: number): string {
  const { turn, armour, lives, nextFlag, isVirtual, isOff } = robot;
  if (!lives) return `${name}, ${m.ra_is_out()}`;
  return [
    name,
    ...looks(turn),
    m.ra_armour({ count: armour, most: MOST_ARMOUR }),
    m.ra_lives({ count: lives }),
    nextFlag > flags ? m.ra_all_flags() : m.ra_next_flag({ flag: nextFlag }),
    ...(isOff ? [m.ra_is_off()] : []),
    ...(isVirtual ? [m.ra_is_virtual()] : []),
  ].join(', ');
}
