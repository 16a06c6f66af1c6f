// What has happened in a match so far: asked for once, then followed.

import { notices } from '../app/notices.svelte';
import { reach } from '../app/reach.svelte';
import { merged, type Versioned } from './entries';

const TRIES = 5;
const PAUSE = 1000; // milliseconds

/** `Report` is what the server tells of a match up to now. */
export class MatchHistory<Entry extends Versioned, Report extends { entries: readonly Entry[] }> {
  entries = $state.raw<readonly Entry[]>([]); // the latest
  readonly #load: () => Promise<Report>;

  constructor(load: () => Promise<Report>) {
    this.#load = load;
  }

  /** All of it, from the log: for whoever comes late, or was away and may not be back for good. */
  async ask(): Promise<Report | null> {
    for (let left = TRIES; ; left -= 1) {
      try {
        const report = await this.#load();
        this.append(report.entries);
        return report;
      } catch (error) {
        if (!reach.isOffline || left === 1) {
          notices.showError(error);
          return null;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  append(entries: readonly Entry[]): void {
    this.entries = merged(this.entries, entries);
  }
}
