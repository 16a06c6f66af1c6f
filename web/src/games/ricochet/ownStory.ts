// What happened, told to somebody who did it: "You bid 7 moves."

import { targetName } from './board/words';
import { m } from '../../paraglide/messages';
import { endingEventText } from '../../table/endStory';
import type { Event, ProofFailed } from '../../wire/generated/ricochet';
import { eventText } from './story';

const FAILED: Readonly<Record<ProofFailed['because'], () => string>> = {
  'gave up': m.own_gave_up,
  'ran out of time': m.own_out_of_time,
  'made more moves than announced': m.own_too_many,
  'did not reach the target': m.own_not_reached,
  'went straight to the target': m.own_straight,
  'was stopped by the others': m.own_stopped,
};

/** The same sentences as in the story of others, but for what this seat does itself. */
export function toldTo(
  you: number | null,
  event: Event,
  name: (seat: number) => string,
): string | null {
  const own = 'seat' in event && event.seat === you ? ownText(event) : null;
  return own ?? eventText(event, name);
}

function ownText(event: Event): string | null {
  switch (event.type) {
    case 'GlassAsked':
      return m.own_glass_asked();
    case 'SandTurned':
      return m.own_glass();
    case 'SolutionClaimed':
      return m.own_claimed();
    case 'BidPlaced':
      return m.own_bid({ count: event.moves });
    case 'BidWithdrawn':
      return m.own_withdrawn({ count: event.moves });
    case 'SatOut':
      return m.own_sat_out();
    case 'DoneSaid':
      return m.own_done();
    case 'SkipAgreed':
      return m.own_skip();
    case 'ProofDoubted':
      return m.own_doubt();
    case 'ProofBegan':
      return m.own_proof({ count: event.moves });
    case 'ProofFailed':
      return FAILED[event.because]();
    case 'TokenWon':
      return m.own_won({ target: targetName(event.target), count: event.moves });
    case 'EndAgreed':
    case 'AbortAgreed':
    case 'PlayOnSaid':
    case 'OfferDeclined':
    case 'Resigned':
      return endingEventText(event, null);
    default:
      return null;
  }
}
