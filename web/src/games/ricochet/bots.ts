// The bots that play Ricochet, by their names on the server.

import { m } from '../../paraglide/messages';
import type { BotProfile } from '../game';

export const BOTS: Readonly<Record<string, BotProfile>> = {
  'level-1': ['Pip', 'y 0 0 0 0', m.about_level_1],
  'level-2': ['Bobbin', 'p 2 1 0 3', m.about_level_2],
  'level-3': ['Tock', 't 0 3 3 0', m.about_level_3],
  'level-4': ['Rivet', 'g 1 0 0 1', m.about_level_4],
  'level-5': ['Sprocket', 'b 3 1 1 0', m.about_level_5],
  'level-6': ['Gasket', 'r 1 2 3 1', m.about_level_6],
  'level-7': ['Bellows', 'v 2 0 1 2', m.about_level_7],
  'level-8': ['Flywheel', 't 3 3 2 1', m.about_level_8],
  'level-9': ['Dynamo', 'r 0 2 2 2', m.about_level_9],
  'level-10': ['Mainspring', 'y 2 1 2 1', m.about_level_10],
};
