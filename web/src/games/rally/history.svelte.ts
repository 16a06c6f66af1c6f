// What has happened in a match, and its latest turn.

import { preferences } from '../../app/preferences.svelte';
import { MatchHistory } from '../../table/history.svelte';
import type { Entry, State, Turns } from '../../wire/generated/rally';
import { get } from '../../wire/http';
import type { Match } from '../../wire/session.svelte';
import { Resolution } from './playback/resolution.svelte';
import { after, isResolution, standings, type Standing } from './playback/steps';

export class RallyHistory extends MatchHistory<Entry, Turns> {
  readonly resolution = new Resolution(); // the turn that was played last
  #view: State; // after all that is known

  readonly #you: number | null;

  constructor({ id, seat, zero, ...match }: Match) {
    super(() => get('/api/matches/{match}/turns', { path: { match: id } }));
    this.#view = match.view as State;
    this.#you = seat;
    void this.#askForTurn(zero);
  }

  /** What has just happened. Whoever was away sees the present, and may watch the turn they missed. */
  add(news: readonly Entry[], view: State, wasAway: boolean): void {
    const played = news.findLast(({ events }) => isResolution(events));
    if (!news.length || (played && wasAway)) {
      void this.#askForTurn();
    } else {
      this.#show(news);
      this.append(news);
    }
    this.#view = view;
  }

  /** Two turns may come together: where robots are at the second the first one says. */
  #show(news: readonly Entry[]): void {
    let start: readonly Standing[] = standings(this.#view.players);
    for (const { events, version } of news) {
      if (isResolution(events)) this.resolution.follow(events, start, { version, you: this.#you });
      start = events.reduce(after, start);
    }
  }

  /** From the log; a turn that is played meanwhile is the later one. Whoever comes while a turn is
      shown, `zero` being when the match was opened, sees the rest of it. */
  async #askForTurn(zero: number | null = null): Promise<void> {
    this.resolution.lay([], []);
    const mayBeShown = zero !== null && this.#mayBeShown(zero);
    this.resolution.isAwaited = mayBeShown;
    const report = await this.ask();
    const last = report?.entries.findLast(({ events }) => isResolution(events));
    if (report?.before && last && !this.resolution.steps.length) {
      this.resolution.lay(last.events, standings(report.before.players), {
        version: last.version,
        you: this.#you,
      });
      if (mayBeShown) this.resolution.goOn(performance.now() - zero - last.at);
    }
    this.resolution.isAwaited = false;
  }

  /** Where no clock waits for it, only the log says when a turn was played. */
  #mayBeShown(zero: number): boolean {
    const { phase, turn } = this.#view;
    if (preferences.still) return false;
    if (!('shown_until' in phase)) return phase.type === 'Finished';
    return phase.shown_until ? performance.now() < zero + phase.shown_until : turn > 1;
  }
}
