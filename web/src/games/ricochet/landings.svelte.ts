// Where the robots of a proof would come to rest. The page knows no rules, so it asks, once for each
// position.

import type { Cell, Heading, Robot, Slide, State } from '../../wire/generated/ricochet';
import { get } from '../../wire/http';
import { positionText } from './board/words';

export class Landings {
  #next = $state.raw<readonly Slide[]>([]);

  /** `state`: in which this player shows a route; else null. To be made while a component is set
      up. */
  constructor(state: () => State | null) {
    $effect(() => {
      const asked = state();
      this.#next = [];
      if (asked?.phase.type !== 'Proving') return;
      const search = new AbortController();
      const { board_name, markers, phase, settings } = asked;
      const query = {
        position: positionText(board_name, markers, phase.target),
        rule: JSON.stringify(settings.rule),
        moves: phase.slides.map(({ robot, heading }) => robot + heading).join(' '),
      };
      get('/api/ricochet/slides', { query, signal: search.signal }).then(
        ({ next }) => (this.#next = next.map(({ slide }) => slide)),
        () => undefined, // circles are a help: without them a proof goes on
      );
      return () => search.abort();
    });
  }

  of(robot: Robot | null): ReadonlyMap<Heading, Cell> {
    return new Map(
      this.#next.flatMap(({ robot: mover, heading, cells }): [Heading, Cell][] => {
        const end = cells.at(-1);
        return mover === robot && end ? [[heading, end]] : [];
      }),
    );
  }
}
