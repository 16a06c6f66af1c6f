// Where a program would lead, in words. Pure: the server says what would happen.

import { cellNamed } from './board/geometry';
import { headingName } from '../../board/headings';
import { m } from '../../paraglide/messages';
import type { Card, Preview } from '../../wire/generated/rally';

/** Whether the robot would not outlive its program. */
export function isDeadly({ registers }: Preview): boolean {
  return registers.at(-1)?.robot.cell === null;
}

/** Empty as long as there is nothing to say. */
export function previewText(preview: Preview, draft: readonly (Card | null)[]): string {
  const last = preview.registers.at(-1);
  if (!last) return '';
  const { robot, register } = last;
  const events = preview.registers.flatMap(({ happenings }) => happenings);
  const flags = events.flatMap((event) => (event.type === 'FlagTouched' ? [event.flag] : []));
  const touched = flags.map((flag) => m.ra_alone_flag({ flag }));
  if (!robot.cell) return [m.ra_alone_lost({ register }), ...touched].join(' ');
  const lost = events.reduce((sum, event) => sum + (event.type === 'Damaged' ? event.lost : 0), 0);
  // Cards after an empty register are not part of the preview.
  const isGap = draft[register] === null && draft.slice(register).some(Boolean);
  return [
    m.ra_alone({ cell: cellNamed(robot.cell), heading: headingName(robot.facing) }),
    ...touched,
    ...(lost ? [m.ra_alone_hurt({ lost })] : []),
    ...(isGap ? [m.ra_alone_gap({ register: register + 1 })] : []),
  ].join(' ');
}
