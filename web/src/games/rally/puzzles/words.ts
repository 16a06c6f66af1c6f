// What is said of the puzzles of Rally.

import { m } from '../../../paraglide/messages';
import type { Kind } from '../../../wire/generated/rally';
import type { PuzzleWords } from '../../game';
import { cardName } from '../cards';

const words: PuzzleWords = {
  themes: {
    belt: m.ra_theme_belt,
    gear: m.ra_theme_gear,
    pusher: m.ra_theme_pusher,
    push: m.ra_theme_push,
    bump: m.ra_theme_bump,
    damage: m.ra_theme_damage,
    backwards: m.ra_theme_backwards,
    'u-turn': m.ra_theme_u_turn,
    company: m.ra_theme_company,
    'last-register': m.ra_theme_last_register,
    'few-cards': m.ra_theme_few_cards,
    rare: m.ra_theme_rare,
  },
  slots: { daily: m.ra_slot_daily },
  best: m.ra_pz_best,
  length: (register) => m.ra_pz_needs({ register }),
  steps: (steps) => steps.map((kind) => cardName(kind as Kind)).join(', '),
};
export default words;
