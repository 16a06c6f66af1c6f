// What has happened in a match, and its latest turn.

import { MatchHistory } from '../../table/history.svelte';
import type { Entry, State, Turns } from '../../wire/generated/rally';
import { get } from '../../wire/http';
import { Resolution } from './playback/resolution.svelte';
import { isResolution, standings } from './playback/steps';

export class RallyHistory extends MatchHistory<Entry, Turns> {
  readonly resolution = new Resolution(); // the turn that was played last
  #view: State; // after all that is known

  constructor(match: string, view: State) {
    super(() => get('/api/matches/{match}/turns', { path: { match } }));
    this.#view = view;
    void this.#askForTurn();
  }

  /** What has just happened. Whoever was away sees the present, and may watch the turn they missed. */
  add(news: readonly Entry[], view: State, wasAway: boolean): void {
    const events = news.flatMap((entry) => entry.events);
    const isPlayed = isResolution(events);
    if (!news.length || (isPlayed && wasAway)) {
      void this.#askForTurn();
    } else {
      if (isPlayed) this.resolution.load(events, standings(this.#view.players));
      this.append(news);
    }
    this.#view = view;
  }

  /** From the log; a turn that is played meanwhile is the later one. */
  async #askForTurn(): Promise<void> {
    this.resolution.lay([], []);
    const report = await this.ask();
    const last = report?.entries.findLast(({ events }) => isResolution(events));
    if (report?.before && last && !this.resolution.steps.length)
      this.resolution.lay(last.events, standings(report.before.players));
  }
}
