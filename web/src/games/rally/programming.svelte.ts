// Cards laid into registers and taken back, outside of a match: any card may go anywhere.

import type { Card, Command } from '../../wire/generated/rally';

export class Programming {
  hand = $state.raw<readonly Card[]>([]);
  draft = $state.raw<readonly (Card | null)[]>([]);

  /** A hand of cards, and so many empty registers. */
  take(cards: readonly Card[], registers: number): void {
    this.hand = cards;
    this.draft = Array.from({ length: registers }, () => null);
  }

  get program(): Card[] {
    return this.draft.flatMap((card) => card ?? []);
  }

  get isComplete(): boolean {
    return this.draft.every(Boolean);
  }

  /** What can be done with the cards. */
  get laying(): Command[] {
    return this.draft.flatMap((card, at): Command[] =>
      card
        ? [{ type: 'TakeBack', register: at + 1 }]
        : this.hand.map((held) => ({ type: 'Place', register: at + 1, card: held })),
    );
  }

  /** Lay a card or take one back; other commands are nothing to it. */
  lay(command: Command): void {
    if (command.type === 'Place') {
      const { card, register } = command;
      this.hand = this.hand.filter(({ priority }) => priority !== card.priority);
      this.draft = this.draft.with(register - 1, card);
    } else if (command.type === 'TakeBack') {
      const card = this.draft[command.register - 1];
      if (card) this.hand = [...this.hand, card];
      this.draft = this.draft.with(command.register - 1, null);
    }
  }
}
