// What a game brings to the page. Shared pages ask this and never name a game.
//
// Everything here is light: components come by `import()` when somebody needs them, so that a table
// loads only the game that is played there.

import type { Component, Snippet } from 'svelte';
import type { PageSign } from '../app/PageIcon.svelte';
import type { Drawing } from '../faces/drawings';
import type { PuzzleSession } from '../puzzles/session.svelte';
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
    seated?: number; // chairs that have to stay: then nobody plays alone
    children: Snippet; // what every game agrees on, as a sentence before those of the game
    more?: Snippet; // what few change: the form decides where it goes
  },
  TermsForm,
  'settings'
>;

export interface TermsForm {
  /** For how many it is, with what is chosen now. */
  limits: () => Limits;
  /** What is on the screen; null if it cannot be played, and the form says why. */
  agreement: () => Promise<GameSettings | null>;
  /** Whether matches by what is chosen now may count for ratings. */
  canCount: () => boolean;
}

export interface Limits {
  fewest: number;
  most: number;
  isSolo: boolean; // nobody else can come: the match starts at once
}

/** What a game counts of somebody's matches, by what is counted and by the case: how often, and the
    sum of what was measured. */
export type Measures = Readonly<
  Record<string, Readonly<Record<string, readonly [count: number, total: number]>>>
>;

/** The statistics of a person in one game, on their profile. */
export type ProfileComponent = Component<{ measures: Measures }>;

/** What a table has agreed on, in a few words. */
export type SummaryComponent = Component<{
  settings: GameSettings;
  players: readonly [fewest: number, most: number]; // before a match: more may sit down
  mayBeSeveral: boolean; // people
  isKept: boolean; // the table waits for players who are away
  children: Snippet; // what every game agrees on, as list items
}>;

/** What a table will play on, drawn for those who wait. A room gives it the height --room-board. */
export type RoomBoardComponent = Component<{ settings: GameSettings }>;

/** A page of the game besides its tables, such as one for practice. */
export interface GameRoute {
  path: string; // its address; what comes behind it is its link
  also?: string; // another address people try, which leads here
  isAside?: boolean; // found by links on other pages, not in the navigation
  isList?: boolean; // there is no board on it that needs the room
  title: () => string;
  sign?: PageSign; // beside its name in lists
  about: () => string; // a line on the first page
  load: Lazy<Component<{ link: string | null }>>;
}

/** A match that starts with one click on the first page. */
export interface QuickStart {
  preset: string;
  settings?: GameSettings; // instead of those of the preset
  chairs: number;
  bots: number;
}

/** The card of a game on the first page. */
export interface HomeCard {
  lead: () => string; // what it is like, in two short sentences
  minutes: number; // that a match takes
  board: Lazy<Component>; // eight cells wide, with something going on
  solo: QuickStart;
  bots: QuickStart;
  more: readonly { title: () => string; start: QuickStart }[];
}

/** What people draw for a game, and publish in the gallery. */
export interface Drawings {
  editor: { address: string; name: () => string }; // where one draws
  about: () => string; // a line on the first page, and over the gallery
  length: (least: number, most: number) => string; // how long it takes
  /** The address at which a copy can be changed. */
  edit?: (text: string) => Promise<string>;
}

/** A puzzle on its board: how it is tried, and how its solutions are shown. */
export type PuzzleComponent = Component<{
  session: PuzzleSession;
  head: Snippet; // where the puzzle comes from, above what it asks for
  tools: Snippet; // hints, and giving up
  verdict: Snippet; // what became of the last answer
  facts: Snippet; // about the puzzle, once it is over
}>;

/** What is said of a game's puzzles, by the names that the server uses. */
export interface PuzzleWords {
  themes: Readonly<Record<string, () => string>>;
  slots: Readonly<Record<string, () => string>>; // the puzzles of a day
  best: () => string; // solved, and as well as it can be
  length: (count: number) => string; // the first hint
  steps: (steps: readonly string[]) => string; // those of a solution, in words
}

export interface PuzzlePages {
  player: Lazy<PuzzleComponent>;
  words: Lazy<PuzzleWords>;
  /** What has to be fetched for a puzzle before there is no network. */
  keep?: Lazy<(text: string) => Promise<unknown>>;
}

/** What a match asks of a seat, if of nobody else, as the headline of the way back to it; and where
    it stands. */
export type Asked = (
  match: Pick<Match, 'view' | 'legal' | 'seat'>,
  name: (seat: number) => string,
) => { headline: string | null; detail: string; isYours: boolean }; // whether it waits for that seat

export interface KeyHelp {
  title: () => string;
  keys: readonly (readonly [keys: string, meaning: () => string])[];
}

/** How a game is played by hand. */
export interface GameHelp extends KeyHelp {
  touch: readonly (() => string)[]; // what fingers do, a sentence each
}

/** What a bot is called here, the thing it is named after, and what it is like to play against. */
export type BotProfile = readonly [name: string, thing: Drawing, about: () => string];

/** Sentences for what the server refuses, by code. */
export type Sentences = Readonly<Record<string, (facts: NonNullable<Reason['facts']>) => string>>;

/** The file `reasons.ts` of a game; it is loaded when the server refuses something. */
export interface GameReasons {
  SENTENCES: Sentences;
  NUMBERS: Readonly<Record<string, () => string>>; // the titles of its settings that have a range
}

/** The file `offline/index.ts` of a game that has one; it is loaded when the server cannot be reached. */
export interface OfflineAnswers {
  /** What the server would answer to a request; null if only the server can tell. */
  answer: (
    path: string,
    asked: {
      query: Readonly<Record<string, string | number | boolean | null | undefined>>;
      body?: unknown;
    },
    signal?: AbortSignal,
  ) => Promise<{ status: number; body: unknown } | null>;
}

/** The file `offline/words.ts` beside it. */
export interface OfflineWords {
  works: () => string; // without a network, in the middle of a sentence
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
  roomBoard: Lazy<RoomBoardComponent> | null;
  lessons: Lazy<Component> | null;
  book: Lazy<Teller> | null; // its rules can be read on the page, with examples in words
  routes: readonly GameRoute[];
  home: HomeCard | null; // null: the first page has a plain card for it
  asked: Lazy<Asked> | null;
  profile: Lazy<ProfileComponent> | null; // null: it counts nothing
  puzzles?: PuzzlePages;
  drawings?: Drawings;
  help: Lazy<GameHelp> | null;
  bots: Readonly<Record<string, BotProfile>>;
  offersBot: (bot: BotOffered) => boolean; // among those that can play the game
  /** A game with a rule for players who are away: then no other is agreed on. Whether these settings
      forbid bots to stand in for them. */
  keepsSeats?: (settings: GameSettings) => boolean;
}
