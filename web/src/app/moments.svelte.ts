// Moments that somebody at a table should not miss: told large for a while, heard, felt on a phone,
// and for a tab in the background a word in its title. The same in every game.

import { sound, type Sound } from './sounds';

export type Kind = 'turn' | 'hurry' | 'success' | 'failure' | 'win' | 'news';

interface Signal {
  sound: Sound;
  buzz: readonly number[]; // milliseconds on, off, on
}

const SIGNALS: Readonly<Record<Kind, Signal>> = {
  turn: { sound: 'knocks', buzz: [70, 60, 70] },
  hurry: { sound: 'tick', buzz: [] },
  success: { sound: 'fanfare', buzz: [40] },
  failure: { sound: 'fall', buzz: [140] },
  win: { sound: 'musicBox', buzz: [50, 50, 50, 50, 160] },
  news: { sound: 'chime', buzz: [] },
};
const GLANCE = 1300; // milliseconds
const WIN = 2600;

export interface HeadlineWords {
  text: string;
  more?: string | null; // only heard
}

export interface Headline {
  kind: Kind;
  words: () => HeadlineWords; // in the language of now
}

class Moments {
  headline = $state.raw<Headline | null>(null);
  /** What the title of the tab begins with; null for nothing. */
  word = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Heard and felt, and if there are words for it, seen. `isMine`: it is felt by those it concerns. */
  tell(kind: Kind, isMine: boolean, words: Headline['words'] | null = null): void {
    sound(SIGNALS[kind].sound, kind === 'turn');
    this.show(kind, isMine, words);
  }

  /** The same without its sound, where the game has one of its own. */
  show(kind: Kind, isMine: boolean, words: Headline['words'] | null): void {
    if (isMine) buzz(SIGNALS[kind].buzz);
    if (words === null) return;
    clearTimeout(this.#timer);
    this.headline = { kind, words };
    this.#timer = setTimeout(() => (this.headline = null), kind === 'win' ? WIN : GLANCE);
  }

  /** Something else is seen now. */
  hush(): void {
    clearTimeout(this.#timer);
    this.headline = null;
  }

  /** The table is left. */
  clear(): void {
    this.hush();
    this.word = null;
  }
}

export const moments = new Moments();

/** Browsers let a page buzz once somebody has touched it; some never do. */
function buzz(pattern: readonly number[]): void {
  if (!pattern.length || !('vibrate' in navigator)) return;
  if (navigator.userActivation.hasBeenActive) navigator.vibrate([...pattern]);
}
