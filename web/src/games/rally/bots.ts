// The bots that play Rally, by their names on the server, and the things they are named after.

import { dot, wheel } from '../../faces/drawings';
import { m } from '../../paraglide/messages';
import type { BotProfile } from '../game';

export const BOTS: Readonly<Record<string, BotProfile>> = {
  driver: [
    'Trundle',
    [
      ['line', 'M7-7 12-11'],
      ['ink', 'M-13-7H9L6 3H-10Z' + dot(-6, 8, 4.6) + dot(3, 8, 4.6)],
      ['light', dot(-6, 8, 1.7) + dot(3, 8, 1.7)],
    ],
    m.about_driver,
  ],
  'driver-3': [
    'Treadle',
    [
      ['ink', dot(2, -3, 10)],
      ['light', dot(2, -3, 6.6)],
      ['line', 'M2-9.500V3.500M-4.500-3H8.500M-9 9 2-3'],
      ['ink', 'M-13 9H5V13H-13Z' + dot(2, -3, 2.2)],
    ],
    m.about_driver_3,
  ],
  planner: [
    'Abacus',
    [
      ['light', 'M-11-12H11V12H-11Z'],
      ['line', 'M-11-12H11V12H-11ZM-11-6H11M-11 0H11M-11 6H11'],
      ['ink', dot(-6, -6, 2.7) + dot(-1, -6, 2.7) + dot(6, 0, 2.7) + dot(-6, 6, 2.7)],
      ['ink', dot(1, 0, 2.7) + dot(6, 6, 2.7)],
    ],
    m.about_planner,
  ],
  'rival-4': [
    'Pinion',
    [
      ['ink', wheel(6, 7.5, 12.5)],
      ['light', dot(0, 0, 4.4)],
      ['ink', dot(0, 0, 2)],
    ],
    m.about_rival_4,
  ],
  rival: [
    'Piledriver',
    [
      ['line', 'M-10 13V-12H10V13'],
      ['ink', 'M-6-9H6V2H-6ZM-2.500 2h5V13h-5Z'],
      ['gleam', 'M-3-5.500H3M-3-1.500H3'],
    ],
    m.about_rival,
  ],
};
