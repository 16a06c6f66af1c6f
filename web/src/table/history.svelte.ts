// What has happened in a match so far: asked for once, then followed.

import { notices } from '../app/notices.svelte';
import { get } from '../wire/http';
import { merged, type Versioned } from './entries';

/** `Report` is what the server tells of a match up to now. */
export class MatchHistory<Entry extends Versioned, Report extends { entries: readonly Entry[] }> {
  entries = $state.raw<readonly Entry[]>([]); // the latest
  readonly #address: string;

  /** @param what of the match is asked for, such as its rounds. */
  constructor(match: string, what: string) {
    this.#address = `/api/matches/${match}/${what}`;
  }

  /** All of it, from the log: for whoever comes late, or was away. */
  async ask(): Promise<Report | null> {
    try {
      const report = await get<Report>(this.#address);
      this.append(report.entries);
      return report;
    } catch (error) {
      notices.showError(error);
      return null;
    }
  }

  append(entries: readonly Entry[]): void {
    this.entries = merged(this.entries, entries);
  }
}
