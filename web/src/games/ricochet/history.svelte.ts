// The rounds of a match that are over, and what has happened since.

import { MatchHistory } from '../../table/history.svelte';
import type { Entry, Round, Rounds } from '../../wire/generated/ricochet';
import { get } from '../../wire/http';
import { endsRound } from './entries';

export class RicochetHistory extends MatchHistory<Entry, Rounds> {
  rounds = $state.raw<readonly Round[]>([]); // those that are over

  constructor(match: string) {
    super(() => get('/api/matches/{match}/rounds', { path: { match } }));
    void this.ask();
  }

  override async ask(): Promise<Rounds | null> {
    const report = await super.ask();
    if (report && report.rounds.length >= this.rounds.length) this.rounds = report.rounds;
    return report;
  }

  /** What has just happened; nothing, if too much happened to be told one by one. */
  add(news: readonly Entry[]): void {
    this.append(news);
    if (!news.length || news.some(({ events }) => events.some(endsRound))) void this.ask();
  }
}
