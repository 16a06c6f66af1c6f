// What happened, in words.

import { cellNamed } from './board/geometry';
import { headingName } from '../../board/headings';
import { namesListed } from '../../lobby/names';
import { m } from '../../paraglide/messages';
import type { CourseFacts, Died, Event } from '../../wire/generated/rally';
import { asPlayed, cardName } from './cards';
import { endedText, endingEventText, isUnsaid } from '../../table/endStory';
import { winnersText } from '../../table/winners';
import { isAtEdge } from './edge';

/** Of a robot, or of the person who plays it. */
export type NameOf = (seat: number, isPerson?: boolean) => string;

/** To whom one tells it, their robot is “your robot”. */
export function told(you: number | null, name: (seat: number) => string): NameOf {
  return (seat, isPerson = false) => (seat === you && !isPerson ? m.lr_robot() : name(seat));
}

/** A sentence for an event; null for those that speak for themselves. */
export function eventText(
  event: Event,
  nameOf: NameOf,
  course: CourseFacts | null,
  coming: readonly Event[] = [], // of the same moment
): string | null {
  const text = toldOf(event, nameOf, course, coming);
  return text && asSentence(text);
}

// Seen on the board and in the list of robots; whoever looks for them finds them in the replay.
const UNLOGGED = new Set<Event['type']>(['ProgramReady', 'Faced', 'CardPlayed', 'TurnEnded']);

/** Whether the log does without an event, or what comes after it says it, too: of a walk or a ride
    only its end matters. */
export function isPassedBy(event: Event, coming: readonly Event[]): boolean {
  if (UNLOGGED.has(event.type) || isUnsaid(event, coming)) return true;
  if (event.type === 'Moved') {
    const [next] = coming;
    if (next?.type === 'Died') return next.robot === event.robot && event.end === null;
    return next?.type === 'Moved' && next.robot === event.robot;
  }
  if (event.type !== 'Carried' || !event.end) return false;
  return coming.some(
    (next) =>
      next.type === 'Carried' && next.robot === event.robot && next.register === event.register,
  );
}

/** A name may begin with an article: “your robot” in the lessons, “el teu robot”, “il tuo robot”. */
function asSentence(text: string): string {
  const joined = text
    .replace(/\b(de|a|per a) el teu\b/g, (_, before: string) => `${before}l teu`)
    .replace(/\bdi il tuo\b/g, 'del tuo');
  return joined.replace(/\p{L}/u, (first) => first.toLocaleUpperCase());
}

function toldOf(
  event: Event,
  nameOf: NameOf,
  course: CourseFacts | null,
  coming: readonly Event[],
): string | null {
  const of = 'robot' in event ? event.robot : 'seat' in event ? event.seat : null;
  const name = of === null ? '' : nameOf(of);
  const person = of === null ? '' : nameOf(of, true);
  const people = (seats: readonly number[]) => seats.map((seat) => nameOf(seat, true));
  switch (event.type) {
    case 'TurnBegan':
      return m.ra_told_turn({ turn: event.turn });
    case 'PoweredDown':
      return m.ra_told_off({ name });
    case 'PoweredUp':
      return m.ra_told_on({ name });
    case 'Returned':
      return m.ra_told_returned({ name, cell: cellNamed(event.cell) });
    case 'Faced':
      return m.ra_told_faced({ name, heading: headingName(event.facing) });
    case 'RegisterFilled':
      return m.ra_told_filled({
        name: person,
        register: event.register,
        card: cardName(event.card.card),
      });
    case 'ProgramReady':
      return m.ra_told_ready({ name: person });
    case 'LastPlayerTimed':
      return m.ra_told_hurry({ name: person });
    case 'StallTimed':
      return m.ra_told_stall({ names: namesListed(people(event.seats)) });
    case 'TimeRanOut':
      return timeRanOut(event.seats, nameOf, coming);
    case 'PowerDownAnnounced':
      return m.ra_told_announced({ name: person });
    case 'RegisterRevealed': {
      const { register } = event;
      const cards = asPlayed(event.cards).map(
        ({ card, seat }) => `${nameOf(seat)} ${cardName(card.card)} (${card.priority})`,
      );
      if (!cards.length) return m.ra_told_no_cards({ register });
      return m.ra_told_revealed({ register, cards: cards.join(', ') });
    }
    case 'TurnEnded':
      return m.ra_told_ended();
    case 'EndAgreed':
    case 'AbortAgreed':
    case 'PlayOnSaid':
    case 'OfferDeclined':
    case 'Resigned':
      return endingEventText(event, isTold(event.seat, nameOf) ? null : person);
    case 'Abstained':
      return m.ra_told_away({ name: person });
    case 'MatchEnded':
      // The log has already told who resigned.
      return (
        ending(event.because, people(event.winners), []) ||
        winnersText(event.winners, (seat) => nameOf(seat, true))
      );
    case 'CardPlayed':
      return m.ra_told_played({ name, card: cardName(event.kind), priority: event.priority });
    case 'Turned':
      return m.ra_told_turned({ name, heading: headingName(event.facing) });
    case 'Moved':
      return event.end
        ? m.ra_told_moved({ name, cell: cellNamed(event.end) })
        : m.ra_told_moved_off({ name });
    case 'Pushed': {
      const by = nameOf(event.by);
      return event.end
        ? m.ra_told_pushed({ name, by, cell: cellNamed(event.end) })
        : m.ra_told_pushed_off({ name, by });
    }
    case 'Blocked':
      if (event.stuck !== null) return m.ra_told_stuck({ name, other: nameOf(event.stuck) });
      return course && isAtEdge(event, course)
        ? m.ra_told_at_edge({ name, cell: cellNamed(event.cell) })
        : m.ra_told_wall({ name, cell: cellNamed(event.cell) });
    case 'Carried':
      return event.end
        ? m.ra_told_carried({ name, cell: cellNamed(event.end) })
        : m.ra_told_carried_off({ name });
    case 'TurnedByBelt':
      return m.ra_told_curve({ name, heading: headingName(event.facing) });
    case 'BeltBlocked': {
      const cell = cellNamed(event.cell);
      if (event.by === 'robots') return m.ra_told_belt_robots({ name, cell });
      return course && isAtEdge(event, course)
        ? m.ra_told_belt_edge({ name, cell })
        : m.ra_told_belt_wall({ name, cell });
    }
    case 'PushedByPusher':
      return event.end
        ? m.ra_told_pusher({ name, cell: cellNamed(event.end) })
        : m.ra_told_pusher_off({ name });
    case 'TurnedByGear':
      return m.ra_told_gear({ name, heading: headingName(event.facing) });
    case 'Burnt':
      return m.ra_told_burnt({ name, count: event.beams });
    case 'Shot':
      return m.ra_told_shot({ name, victim: nameOf(event.victim) });
    case 'Damaged':
      return m.ra_told_damaged({ name, lost: event.lost, armour: event.armour });
    case 'FlagTouched':
      return m.ra_told_flag({ name, flag: event.flag });
    case 'Saved':
      return m.ra_told_saved({ name, cell: cellNamed(event.cell) });
    case 'Died':
      return died(event, name);
    case 'Repaired':
      return m.ra_told_repaired({ name: person, armour: event.armour });
    case 'Materialised':
      return m.ra_told_real({ name });
    case 'ChoosingBegan':
    case 'FacingChosen':
    case 'PowerChosen':
    case 'HandDealt':
    case 'ProgrammingBegan':
    case 'CardPlaced':
    case 'CardTakenBack':
    case 'PowerDownPlanned':
      return null;
  }
}

/** Whose robot is called other than they are is told it. */
function isTold(seat: number, nameOf: NameOf): boolean {
  return nameOf(seat) !== nameOf(seat, true);
}

/** Chance decides directions and cards; a robot that was off is on again, which is told next. */
function timeRanOut(late: readonly number[], nameOf: NameOf, coming: readonly Event[]): string {
  const has = (type: Event['type']) => coming.some((event) => event.type === type);
  const on = coming.flatMap((event) => (event.type === 'PowerChosen' ? [event.seat] : []));
  const seats = late.filter((seat) => !on.includes(seat));
  if (!seats.length) return m.ra_told_time_up();
  const [some, too, you] = !has('FacingChosen')
    ? [m.ra_told_cards, m.ra_told_cards_too, m.ra_told_cards_you]
    : has('ProgramReady')
      ? [m.ra_told_time, m.ra_told_time_too, m.ra_told_time_you]
      : [m.ra_told_facing, m.ra_told_facing_too, m.ra_told_facing_you];
  const others = seats.filter((seat) => !isTold(seat, nameOf)).map((seat) => nameOf(seat, true));
  if (others.length === seats.length) return some({ names: namesListed(others) });
  return others.length ? too({ names: others.join(', ') }) : you();
}

function died({ because, cell: at, lives }: Died, name: string): string {
  const cell = cellNamed(at);
  const end = {
    pit: () => m.ra_told_pit({ name, cell }),
    edge: () => m.ra_told_edge({ name, cell }),
    press: () => m.ra_told_press({ name, cell }),
    laser: () => m.ra_told_laser({ name }),
  }[because]();
  return `${end} ${lives ? m.ra_told_lives({ count: lives }) : m.ra_told_out()}`;
}

/** Why a match is over; the server says it in English. */
export function ending(
  because: string,
  winners: readonly string[],
  resigned: readonly string[],
): string {
  switch (because) {
    case 'touched the last flag':
      return m.ra_won_flag({ names: namesListed(winners) });
    case 'the only robot with a life left':
      return m.ra_won_last();
    case 'no robot has a life left':
      return m.ra_over_nobody();
    case 'ended by agreement': // perhaps of one who was there alone
      return m.ended_early();
    default:
      return endedText(because, resigned) ?? m.ra_over_turns();
  }
}
