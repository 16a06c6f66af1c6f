// What happened, in words.

import { headingName } from '../../board/headings';
import { robotName, targetName } from './board/words';
import { m } from '../../paraglide/messages';
import { endingEventText } from '../../table/endStory';
import type { Event, ProofFailed, TokenMissed, TokenReturned } from '../../wire/generated/ricochet';

/** A sentence for an event; null for those that speak for themselves. */
export function eventText(event: Event, name: (seat: number) => string): string | null {
  switch (event.type) {
    case 'TokenTurned':
      return m.told_turned({ target: targetName(event.target) });
    case 'GlassAsked':
      return m.told_glass_asked({ name: name(event.seat) });
    case 'SandTurned':
      return event.seat === null ? m.told_sand() : m.told_glass({ name: name(event.seat) });
    case 'SolutionClaimed':
      return m.told_claimed({ name: name(event.seat) });
    case 'BidPlaced':
      return m.told_bid({ name: name(event.seat), count: event.moves });
    case 'BidWithdrawn':
      return m.told_withdrawn({ name: name(event.seat), count: event.moves });
    case 'SatOut':
      return m.told_sat_out({ name: name(event.seat) });
    case 'DoneSaid':
      return m.told_done({ name: name(event.seat) });
    case 'SkipAgreed':
      return m.told_skip({ name: name(event.seat) });
    case 'ProofDoubted':
      return m.told_doubt({ name: name(event.seat) });
    case 'MoveDemanded':
      return m.told_move_due();
    case 'Abstained':
      return m.told_abstained({ name: name(event.seat) });
    case 'EndAgreed':
    case 'AbortAgreed':
    case 'PlayOnSaid':
    case 'OfferDeclined':
    case 'Resigned':
      return endingEventText(event, name(event.seat));
    case 'MatchEnded':
      return m.told_match_ended();
    case 'MatchAborted':
      return m.ended_aborted();
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
      return returned(event.because);
    case 'TokenMissed':
      return event.because === 'the proof failed' ? m.told_missed_proof() : m.told_missed_time();
  }
}

/** Whether somebody did it, a player or a bot; the rest becomes of seats whose player is away. */
export function isDone({ type }: Event): boolean {
  return !['BidWithdrawn', 'SatOut', 'Abstained', 'Resigned'].includes(type);
}

/** Only why, beside a headline that says that it was missed. */
export function whyMissed(because: TokenMissed['because']): string {
  return because === 'the proof failed' ? m.why_missed_proof() : m.why_missed_time();
}

/** A route is one line, to be read as it was shown: the log has what is newest on top. */
export function isSameRoute(event: Event, before: Event): boolean {
  return event.type === 'RobotSlid' && before.type === 'RobotSlid';
}

function returned(because: TokenReturned['because']): string {
  switch (because) {
    case 'nobody bid':
      return m.told_nobody_bid();
    case 'every proof failed':
      return m.told_all_failed();
    case 'skipped':
      return m.told_skipped();
  }
}

function failed(because: ProofFailed['because'], name: string): string {
  switch (because) {
    case 'gave up':
      return m.told_gave_up({ name });
    case 'ran out of time':
      return m.told_out_of_time({ name });
    case 'made more moves than announced':
      return m.told_too_many({ name });
    case 'did not reach the target':
      return m.told_not_reached({ name });
    case 'went straight to the target':
      return m.told_straight({ name });
    case 'was stopped by the others':
      return m.told_stopped({ name });
  }
}
