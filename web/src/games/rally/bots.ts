// The bots that play Rally, by their names on the server.

import { m } from '../../paraglide/messages';
import type { BotProfile } from '../game';

export const BOTS: Readonly<Record<string, BotProfile>> = {
  driver: ['Trundle', 'g 2 0 0 0', m.about_driver],
  'driver-3': ['Treadle', 'p 1 1 1 0', m.about_driver_3],
  planner: ['Abacus', 'b 1 3 0 1', m.about_planner],
  'rival-4': ['Pinion', 'v 3 0 3 3', m.about_rival_4],
  rival: ['Piledriver', 'r 1 2 2 2', m.about_rival],
};
