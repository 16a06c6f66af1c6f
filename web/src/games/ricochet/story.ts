// What happened, in words.

import { headingName } from '../../board/headings';
import { robotName, targetName } from './board/words';
import { m } from '../../paraglide/messages';
import type { Event } from '../../wire/generated/ricochet';

/** A sentence for an event; null for those that speak for themselves. */
export function eventText(event: Event, name: (seat: number) => string): string | null {
  switch (event.type) {
    case 'TokenTurned':
      return m.told_turned({ target: targetName(event.target) });
    case 'SandTurned':
      return m.told_sand();
    case 'BidPlaced':
      return m.told_bid({ name: name(event.seat), count: event.moves });
    case 'BidWithdrawn':
      return m.told_withdrawn({ name: name(event.seat), count: event.moves });
    case 'ProofBegan':
      return m.told_proof({ name: name(event.seat), count: event.moves });
    case 'RobotSlid':
      return m.slide_button({
        robot: robotName(event.slide.robot),
        heading: headingName(event.slide.heading),
      });
    case 'MoveTakenBack':
      return m.told_taken_back();
    case 'ProofFailed':
      return failed(event.because, name(event.seat));
    case 'TokenWon':
      return m.told_won({
        name: name(event.seat),
        target: targetName(event.target),
        count: event.moves,
      });
    case 'TokenReturned':
      return event.because === 'nobody bid' ? m.told_nobody_bid() : m.told_all_failed();
    case 'TokenMissed':
      return event.because === 'the proof failed' ? m.told_missed_proof() : m.told_missed_time();
  }
}

function failed(
  because: 'gave up' | 'made more moves than announced' | 'ran out of time',
  name: string,
): string {
  switch (because) {
    case 'gave up':
      return m.told_gave_up({ name });
    case 'ran out of time':
      return m.told_out_of_time({ name });
    case 'made more moves than announced':
      return m.told_too_many({ name });
  }
}
