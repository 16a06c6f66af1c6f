// How long this browser has not looked at a match: between two versions of it.

import { store, stored } from '../app/storage';

const NAME = 'seen';

export class Absence {
  /** Behind the first version, up to the second one. */
  span = $state.raw<readonly [number, number] | null>(null);
  readonly #match: string;
  #lostAt: number | null = null;

  constructor(match: string, version: number) {
    this.#match = match;
    const [seen, last] = stored(NAME)?.split(' ') ?? [];
    if (seen === match) this.span = [Number(last), version];
  }

  /** Somebody sees it as it is now. */
  look(version: number): void {
    store(NAME, `${this.#match} ${version}`);
  }

  lose(version: number): void {
    this.#lostAt ??= version;
  }

  /** News have come: those behind what was seen last are told. */
  hear(version: number): void {
    if (this.#lostAt !== null) this.span = [this.#lostAt, version];
    this.#lostAt = null;
  }

  /** Who does something is here: nothing of that was done for them. */
  act(): void {
    this.#lostAt = null;
  }

  close(): void {
    this.span = null;
  }
}
