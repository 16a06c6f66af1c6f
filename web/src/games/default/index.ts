// A game that has no pages of its own can still be played: its view is shown as a tree, its legal
// commands are buttons.

import type { GamePage } from '../game';
import { inWords } from './values';

export function defaultPage(name: string): GamePage {
  return {
    name,
    title: inWords(name),
    table: () => import('./DefaultTable.svelte'),
    replay: () => import('./DefaultReplay.svelte'),
    terms: () => import('./DefaultTerms.svelte'),
    summary: () => import('./DefaultSummary.svelte'),
    roomBoard: null,
    lessons: null,
    book: null,
    routes: [],
    home: null,
    asked: null,
    profile: null,
    help: null,
    bots: {},
    offersBot: () => true,
  };
}
