// Cards as they are drawn and called.

import { m } from '../../paraglide/messages';
import type { Card, Kind } from '../../wire/generated/rally';

/** In a square from -22 to 22. */
export const CARD_ARROWS: Record<Kind, string> = {
  move1: 'M0-14 9-3H3V14H-3V-3H-9Z',
  move2: 'M0-18 9-8H-9ZM0-8 9 2H3V14H-3V2H-9Z',
  move3: 'M0-20 8-11H-8ZM0-12 8-3H-8ZM0-4 8 5H3V15H-3V5H-8Z',
  back: 'M0 14 9 3H3V-14H-3V3H-9Z',
  left: 'M10 14V2C10-6 4-8-4-8V-14L-14-5-4 4V-2C2-2 4-1 4 4V14Z',
  right: 'M-10 14V2C-10-6-4-8 4-8V-14L14-5 4 4V-2C-2-2-4-1-4 4V14Z',
  uturn: 'M-10 14V-4A10 10 0 0 1 10-4V3H15L7 14-1 3H4V-4A4 4 0 0 0-4-4V14Z',
};

export function cardName(kind: Kind): string {
  return {
    move1: m.ra_card_move1,
    move2: m.ra_card_move2,
    move3: m.ra_card_move3,
    back: m.ra_card_back,
    left: m.ra_card_left,
    right: m.ra_card_right,
    uturn: m.ra_card_uturn,
  }[kind]();
}

const IN_A_ROW = 5;
const AT_MOST_BESIDE = 3; // a button is as wide as two of them

/** Whether the last row of a hand leaves room for a button. */
export function hasRoomBeside(count: number): boolean {
  const left = count % IN_A_ROW;
  return left > 0 && left <= AT_MOST_BESIDE;
}

/** Cards that lie open, by seat, in the order in which they are played (R16). */
export function asPlayed(cards: readonly (Card | null)[]): { card: Card; seat: number }[] {
  return cards
    .flatMap((card, seat) => (card ? [{ card, seat }] : []))
    .sort((one, other) => other.card.priority - one.card.priority);
}
