// What happened, in words, with what was a secret at the time.

import { headingName } from '../../../board/headings';
import { m } from '../../../paraglide/messages';
import type { CourseFacts, Event } from '../../../wire/generated/rally';
import { eventText, type NameOf } from '../story';

export function replayText(
  event: Event,
  nameOf: NameOf,
  course: CourseFacts | null,
  coming: readonly Event[] = [],
): string | null {
  const name = 'seat' in event ? nameOf(event.seat) : '';
  switch (event.type) {
    case 'ProgrammingBegan':
      return m.rp_told_dealt();
    case 'CardPlaced':
    case 'CardTakenBack':
    case 'ProgramReady':
      return null; // of all together, in one line
    case 'TurnEnded':
      return null; // the next one begins with it
    case 'PowerDownPlanned':
      return event.announce ? m.rp_told_off({ name }) : m.rp_told_not_off({ name });
    case 'FacingChosen':
      return event.facing
        ? m.rp_told_facing({ name, heading: headingName(event.facing) })
        : m.rp_told_chose({ name });
    case 'PowerChosen':
      return event.on === null
        ? m.rp_told_chose({ name })
        : event.on
          ? m.rp_told_comes_on({ name })
          : m.rp_told_stays_off({ name });
    default:
      return eventText(event, nameOf, course, coming);
  }
}
