// Everybody's robot in words, for those who do not see the board.

import { cellNamed } from '../../board/rally/geometry';
import { headingName } from '../../board/words';
import { m } from '../../paraglide/messages';
import type { Player } from '../../wire/generated/rally';

export function robotsSaid(players: readonly Player[], name: (seat: number) => string): string[] {
  return players.map(({ robot, fresh }, seat) => {
    const where = robot.cell ? cellNamed(robot.cell) : m.ra_is_lost();
    const looks = fresh ? [] : [m.ra_faces({ heading: headingName(robot.facing) })];
    return [name(seat), where, ...looks, m.ra_lives({ count: robot.lives })].join(', ');
  });
}
