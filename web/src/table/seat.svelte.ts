// One's own seat in a match: commands go out from here, and what happened there while one was away
// comes back.

import { untrack } from 'svelte';
import { notices } from '../app/notices.svelte';
import { m } from '../paraglide/messages';
import type { Listener, Match, Session } from '../wire/session.svelte';
import { Absence } from './absence.svelte';

export class OwnSeat<Command> {
  readonly absence: Absence;
  readonly #session: Session;

  /** To be made while a component is set up: it follows the match as long as that is there. */
  constructor(session: Session, match: () => Match, onnews: Listener) {
    this.#session = session;
    this.absence = untrack(() => new Absence(match().id, match().version));
    $effect(() => {
      if (session.connection === 'open') this.absence.look(match().version);
      else this.absence.lose(untrack(() => match().version));
    });
    $effect(() =>
      session.listen((entries, now, wasAway) => {
        onnews(entries, now, wasAway);
        this.absence.hear(now.version, wasAway);
      }),
    );
  }

  /** Whether it was done; if not, the player is told why. */
  async play(command: Command): Promise<boolean> {
    if (this.#session.connection !== 'open') {
      notices.show(m.not_done_offline());
      return false;
    }
    this.absence.act();
    const answer = await this.#session.play(command);
    if (answer.type === 'Refused') notices.show(answer.because);
    return answer.type === 'Done';
  }
}
