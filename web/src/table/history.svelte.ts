// What has happened in a match so far: asked for once, then followed.

import { notices } from '../app/notices.svelte';
import { merged, type Versioned } from './entries';

/** `Report` is what the server tells of a match up to now. */
export class MatchHistory<Entry extends Versioned, Report extends { entries: readonly Entry[] }> {
  entries = $state.raw<readonly Entry[]>([]); // the latest
  readonly #load: () => Promise<Report>;

  constructor(load: () => Promise<Report>) {
    this.#load = load;
  }

  /** All of it, from the log: for whoever comes late, or was away. */
  async ask(): Promise<Report | null> {
    try {
      const report = await this.#load();
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
