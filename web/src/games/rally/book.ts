// What the examples of the rule book show, in words.

import { headingName } from '../../board/headings';
import { m } from '../../paraglide/messages';
import type { Card, Event } from '../../wire/generated/rally';
import { reasonText, type Reason } from '../../wire/reasons';
import { cardName } from './cards';
import { eventText } from './story';

/** What is no event of a match: where robots stand, cards, what is refused. */
type Shown =
  | { type: 'RobotsShown'; cells: readonly (string | null)[] }
  | { type: 'CardsShown'; cards: readonly Card[] }
  | ({ type: 'NotAllowed' } & Reason);

const COLOURS = [m.ra_robot_red, m.ra_robot_green, m.ra_robot_blue, m.ra_robot_yellow] as const;

export default function tell(event: unknown, names: readonly string[]): string | null {
  const nameOf = (seat: number) => names[seat] ?? COLOURS[seat % COLOURS.length]?.() ?? '';
  const shown = event as Shown | Event;
  switch (shown.type) {
    case 'RobotsShown':
      return shown.cells
        .flatMap((cell, seat) => (cell ? [m.ra_told_stands({ name: nameOf(seat), cell })] : []))
        .join('. ');
    case 'CardsShown':
      return listed(shown.cards);
    case 'HandDealt':
      return `${nameOf(shown.seat)} · ${m.rp_hand()}: ${shown.cards?.length ?? 0}`;
    case 'CardPlaced':
      return `${nameOf(shown.seat)} · ${shown.register}: ${cardName(shown.card.card)}`;
    case 'FacingChosen': // the reader sees what the other players do not
      return (
        shown.facing &&
        m.ra_told_faced({ name: nameOf(shown.seat), heading: headingName(shown.facing) })
      );
    case 'PowerDownPlanned':
      return m.ra_told_announced({ name: nameOf(shown.seat) });
    case 'CardPlayed': // with people the cards were revealed before
      return names.length > 0 ? null : eventText(shown, nameOf, null);
    case 'NotAllowed':
      return reasonText(shown);
    default:
      return eventText(shown, nameOf, null);
  }
}

function listed(cards: readonly Card[]): string {
  return cards.map(({ card, priority }) => `${cardName(card)} (${priority})`).join(', ');
}
