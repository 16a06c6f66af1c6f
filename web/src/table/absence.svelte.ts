// Which part of a match this browser has missed: between two versions of it.

import { store, stored } from '../app/storage';

const NAME = 'seen';

export class Absence {
  /** After the first version, up to and including the second one. */
  span = $state.raw<readonly [number, number] | null>(null);
  readonly #match: string;
  #lostAt: number | null = null;

  constructor(match: string, version: number) {
    this.#match = match;
    const [seen, last] = stored(NAME)?.split(' ') ?? [];
    if (seen === match) this.span = [Number(last), version];
  }

  /** This version is on the screen. */
  look(version: number): void {
    store(NAME, `${this.#match} ${version}`);
  }

  lose(version: number): void {
    this.#lostAt ??= version;
  }

  /** There is news. What came about while the connection was lost has been missed, and no more. */
  hear(version: number, wasAway: boolean): void {
    if (this.#lostAt !== null && wasAway) this.span = [this.#lostAt, version];
    this.#lostAt = null;
  }

  /** Whoever acts is here: nothing was done for them. */
  act(): void {
    this.#lostAt = null;
  }

  close(): void {
    this.span = null;
  }
}
