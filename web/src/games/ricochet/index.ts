// Ricochet on the page.

import { m } from '../../paraglide/messages';
import type { GamePage } from '../game';
import { BOTS } from './bots';

export const ricochet: GamePage = {
  name: 'ricochet',
  title: 'Ricochet',
  table: () => import('./RicochetTable.svelte'),
  replay: () => import('./replay/RicochetReplay.svelte'),
  terms: () => import('./RicochetTerms.svelte'),
  summary: () => import('./RicochetSummary.svelte'),
  roomBoard: () => import('./room/RicochetRoomBoard.svelte'),
  lessons: () => import('./learn/RicochetLessons.svelte'),
  book: () => import('./book'),
  routes: [
    {
      path: 'practice',
      title: m.nav_practice,
      sign: 'practice',
      about: m.more_practice,
      load: () => import('./practice/Practice.svelte'),
    },
    {
      path: 'ricochet',
      also: 'analysis',
      title: m.nav_analysis,
      sign: 'analysis',
      about: m.more_analysis,
      load: () => import('./analysis/Analysis.svelte'),
    },
    {
      path: 'ricochet/draw',
      isAside: true,
      title: m.bd_title,
      about: m.bd_about,
      load: () => import('./draw/BoardEditor.svelte'),
    },
  ],
  home: {
    lead: m.rc_home_lead,
    minutes: 20,
    board: () => import('./home/RicochetHomeBoard.svelte'),
    solo: { preset: 'solo', chairs: 1, bots: 0 },
    bots: { preset: '2013', chairs: 4, bots: 3 },
    more: [
      {
        title: m.play_solo_twice,
        start: { preset: 'solo', settings: { hourglass_turns: 2 }, chairs: 1, bots: 0 },
      },
    ],
  },
  asked: () => import('./home/asked'),
  profile: () => import('./profile/RicochetProfile.svelte'),
  puzzles: {
    player: () => import('./puzzles/RicochetPuzzle.svelte'),
    words: () => import('./puzzles/words'),
  },
  drawings: {
    editor: { address: '/ricochet/draw', name: m.bd_title },
    about: m.rc_drawings,
    length: (least, most) =>
      least === most ? m.rc_drawing_moves({ count: most }) : m.rc_drawing_range({ least, most }),
    edit: async (text) => {
      const { linkOf } = await import('./board/notation');
      return `/ricochet/draw/${linkOf(text)}`;
    },
  },
  help: () => import('./help'),
  bots: BOTS,
  offersBot: ({ name }) => name !== 'random', // random bids would only spoil the search
};
