// Ricochet on the page.

import { m } from '../../paraglide/messages';
import type { GamePage } from '../game';
import { BOTS } from './bots';
import { KEYS } from './keys';

export const ricochet: GamePage = {
  name: 'ricochet',
  title: 'Ricochet',
  table: () => import('./RicochetTable.svelte'),
  replay: () => import('./replay/RicochetReplay.svelte'),
  terms: () => import('./RicochetTerms.svelte'),
  summary: () => import('./RicochetSummary.svelte'),
  lessons: () => import('./learn/RicochetLessons.svelte'),
  book: () => import('./book'),
  routes: [
    {
      path: 'practice',
      title: m.nav_practice,
      about: m.more_practice,
      load: () => import('./practice/Practice.svelte'),
    },
    {
      path: 'ricochet',
      title: m.nav_analysis,
      about: m.more_analysis,
      load: () => import('./analysis/Analysis.svelte'),
    },
  ],
  quickStarts: [
    { title: m.play_solo, preset: 'solo', chairs: 1, bots: 0, weight: 'primary' },
    { title: m.play_bots, preset: '2013', chairs: 4, bots: 3, weight: 'plain' },
    {
      title: m.play_solo_twice,
      preset: 'solo',
      settings: { hourglass_turns: 2 },
      chairs: 1,
      bots: 0,
      weight: 'minor',
    },
  ],
  showpiece: () => import('./home/LiveBoard.svelte'),
  keys: KEYS,
  bots: BOTS,
  offersBot: ({ name }) => name !== 'random', // random bids would only spoil the search
};
