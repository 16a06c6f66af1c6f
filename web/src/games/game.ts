// What a game brings to the page. Shared pages ask this and never name a game.
//
// Everything here is light: components come by `import()` when somebody needs them, so that a table
// loads only the game that is played there.

import type { Component, Snippet } from 'svelte';
import type { BotOffered, GameOffered, MatchFacts, Table } from '../wire/generated/table';
import type { Reason } from '../wire/reasons';
import type { Match, Session } from '../wire/session.svelte';

export type Lazy<C> = () => Promise<{ default: C }>;

/** What a table agrees on for its game. Only the game knows what is in it. */
export type GameSettings = Readonly<Record<string, unknown>>;

/** A match that is being played, or has just been. */
export type TableComponent = Component<{ session: Session; table: Table; match: Match }>;

/** A match that is over, to be watched again. */
export type ReplayComponent = Component<{
  id: string;
  facts: MatchFacts;
  names: readonly string[]; // by seat
  viewer: number | null; // the seat whose replay this is; null sees everything
}>;

/** The part of the form for a new table that depends on the game. */
export type TermsComponent = Component<
  {
    offer: GameOffered;
    settings: GameSettings | null; // what has been chosen so far
    children: Snippet; // what every game agrees on; the form decides where it goes
  },
  TermsForm,
  'settings'
>;

export interface TermsForm {
  /** For how many it is, with what is chosen now. */
  limits: () => Limits;
  /** What is on the screen; null if it cannot be played, and the form says why. */
  agreement: () => Promise<GameSettings | null>;
}

export interface Limits {
  fewest: number;
  most: number;
  isSolo: boolean; // nobody else can come: the match starts at once
}

/** What a table has agreed on, in a few words. */
export type SummaryComponent = Component<{
  settings: GameSettings;
  isTimed: boolean; // several people may play, and have not agreed to wait for each other
  children: Snippet; // what every game agrees on, as list items
}>;

/** A page of the game besides its tables, such as one for practice. */
export interface GameRoute {
  path: string; // the first part of its address; a second one is its link
  title: () => string;
  about: () => string; // a line on the first page
  load: Lazy<Component<{ link: string | null }>>;
}

/** A match that starts with one click on the first page. */
export interface QuickStart {
  title: () => string;
  preset: string;
  settings?: GameSettings; // instead of those of the preset
  chairs: number;
  bots: number;
  weight: 'primary' | 'plain' | 'minor';
}

export interface KeyHelp {
  title: () => string;
  keys: readonly (readonly [keys: string, meaning: () => string])[];
}

/** What a bot is called here, its face (colour and the shapes of head, top, eyes and mouth), and
    what it is like to play against. */
export type BotProfile = readonly [name: string, face: string, about: () => string];

/** Sentences for what the server refuses, by code. */
export type Sentences = Readonly<Record<string, (facts: NonNullable<Reason['facts']>) => string>>;

/** The file `reasons.ts` of a game; it is loaded when the server refuses something. */
export interface GameReasons {
  SENTENCES: Sentences;
  NUMBERS: Readonly<Record<string, () => string>>; // the titles of its settings that have a range
}

/** What happens in an example of the rule book, in words; null where it speaks for itself. */
export type Teller = (event: unknown, names: readonly string[]) => string | null;

export interface GamePage {
  name: string; // as the server calls it
  title: string;
  table: Lazy<TableComponent>;
  replay: Lazy<ReplayComponent>;
  terms: Lazy<TermsComponent>;
  summary: Lazy<SummaryComponent>;
  lessons: Lazy<Component> | null;
  book: Lazy<Teller> | null; // its rules can be read on the page, with examples in words
  routes: readonly GameRoute[];
  quickStarts: readonly QuickStart[];
  showpiece: Lazy<Component> | null; // plays by itself on the first page
  keys: KeyHelp | null;
  bots: Readonly<Record<string, BotProfile>>;
  offersBot: (bot: BotOffered) => boolean; // among those that can play the game
  /** A game with a rule for players who are away: then no other is agreed on. Whether these settings
      forbid bots to stand in for them. */
  keepsSeats?: (settings: GameSettings) => boolean;
}
