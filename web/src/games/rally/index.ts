// Rally on the page.

import { m } from '../../paraglide/messages';
import type { Settings } from '../../wire/generated/rally';
import type { GamePage } from '../game';
import { BOTS } from './bots';

export const rally: GamePage = {
  name: 'rally',
  title: 'Rally',
  table: () => import('./RallyTable.svelte'),
  replay: () => import('./replay/RallyReplay.svelte'),
  terms: () => import('./RallyTerms.svelte'),
  summary: () => import('./RallySummary.svelte'),
  roomBoard: () => import('./room/RallyRoomBoard.svelte'),
  lessons: () => import('./learn/RallyLessons.svelte'),
  book: () => import('./book'),
  routes: [
    {
      path: 'courses',
      isList: true,
      title: m.nav_courses,
      sign: 'courses',
      about: m.more_courses,
      load: () => import('./courses/Courses.svelte'),
    },
    {
      path: 'courses/draw',
      isAside: true,
      title: m.dr_title,
      about: m.dr_about,
      load: () => import('./draw/DrawPage.svelte'),
    },
  ],
  home: {
    lead: m.ra_home_lead,
    minutes: 45,
    board: () => import('./home/RallyHomeBoard.svelte'),
    solo: { preset: 'gentle', chairs: 1, bots: 0 },
    bots: { preset: 'sheet', chairs: 4, bots: 3 },
    more: [],
  },
  asked: () => import('./home/asked'),
  profile: () => import('./profile/RallyProfile.svelte'),
  puzzles: {
    player: () => import('./puzzles/RallyPuzzle.svelte'),
    words: () => import('./puzzles/words'),
    keep: () => import('./puzzles/keep'),
  },
  drawings: {
    editor: { address: '/courses/draw', name: m.dr_title },
    about: m.ra_drawings,
    length: (turns) => m.ra_at_least({ count: turns }),
    edit: async (text) => {
      const { packed } = await import('../../editor/link');
      return `/courses/draw#${await packed(text)}`;
    },
  },
  help: () => import('./help'),
  bots: BOTS,
  offersBot: () => true,
  keepsSeats: (settings) =>
    !['bot', undefined].includes((settings as unknown as Settings).choices['afk'] as string),
};
