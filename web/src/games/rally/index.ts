// Rally on the page.

import { m } from '../../paraglide/messages';
import type { Settings } from '../../wire/generated/rally';
import type { GamePage } from '../game';
import { BOTS } from './bots';
import { KEYS } from './keys';

export const rally: GamePage = {
  name: 'rally',
  title: 'Rally',
  table: () => import('./RallyTable.svelte'),
  replay: () => import('./replay/RallyReplay.svelte'),
  terms: () => import('./RallyTerms.svelte'),
  summary: () => import('./RallySummary.svelte'),
  lessons: () => import('./learn/RallyLessons.svelte'),
  book: () => import('./book'),
  routes: [],
  quickStarts: [{ title: m.play_rally_bots, preset: 'sheet', chairs: 4, bots: 3, weight: 'plain' }],
  showpiece: null,
  keys: KEYS,
  bots: BOTS,
  offersBot: () => true,
  keepsSeats: (settings) =>
    !['bot', undefined].includes((settings as unknown as Settings).choices['afk'] as string),
};
