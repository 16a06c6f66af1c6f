// The bots that play Ricochet, by their names on the server, and the things they are named after.

import { dot, twice, wheel } from '../../faces/drawings';
import { m } from '../../paraglide/messages';
import type { BotProfile } from '../game';

export const BOTS: Readonly<Record<string, BotProfile>> = {
  'level-1': [
    'Pip',
    [
      ['ink', 'M0-13C7-5 9 0 9 4A9 9 0 0 1-9 4C-9 0-7-5 0-13Z'],
      ['gleam', 'M-4.500 5A5 5 0 0 0-1 8.500'],
    ],
    m.about_level_1,
  ],
  'level-2': [
    'Bobbin',
    [
      ['light', 'M-7-8H7V8H-7Z'],
      ['line', 'M-7-4.500 7-6M-7-.5 7-2M-7 3.500 7 2M-7 7 7 5.500'],
      ['ink', 'M-11-13H11V-8H-11ZM-11 8H11V13H-11Z'],
    ],
    m.about_level_2,
  ],
  'level-3': [
    'Tock',
    [
      ['ink', 'M-5-13H5L10 13H-10Z'],
      ['light', 'M-3.400-10h6.800L6.200 6H-6.200Z'],
      ['line', 'M0 6 6-9'],
      ['ink', dot(3.6, -3, 2.4)],
    ],
    m.about_level_3,
  ],
  'level-4': [
    'Rivet',
    [
      ['ink', 'M-11-2a11 9.500 0 0 1 22 0ZM-5-2h10V13h-10Z'],
      ['gleam', 'M-6-6q2-2.500 6-2.500'],
    ],
    m.about_level_4,
  ],
  'level-5': [
    'Sprocket',
    [
      ['ink', wheel(8, 9, 13)],
      ['light', dot(0, 0, 4)],
      ['light', dot(0, -6.8, 1.2) + dot(0, 6.8, 1.2) + twice(6.8, 0, 1.2)],
    ],
    m.about_level_5,
  ],
  'level-6': [
    'Gasket',
    [
      ['ink', 'M-8-12H8q4 0 4 4V8q0 4-4 4H-8q-4 0-4-4V-8q0-4 4-4Z'],
      ['light', dot(0, 0, 6) + twice(8, -8, 1.6) + twice(8, 8, 1.6)],
    ],
    m.about_level_6,
  ],
  'level-7': [
    'Bellows',
    [
      ['ink', 'M-12-10 7-5V5L-12 10ZM7-2.200h6v4.400H7Z'],
      ['gleam', 'M-8-7V7M-4-6V6M0-5V5M4-4V4'],
    ],
    m.about_level_7,
  ],
  'level-8': [
    'Flywheel',
    [
      ['ink', dot(0, 0, 13)],
      ['light', dot(0, 0, 9)],
      ['line', 'M0-9V9M-8-4.500 8 4.500M-8 4.500 8-4.500'],
      ['ink', dot(0, 0, 3.4)],
    ],
    m.about_level_8,
  ],
  'level-9': [
    'Dynamo',
    [
      ['ink', 'M-10 9h20v4h-20Z' + dot(0, -1, 11)],
      ['light', 'M2-10-6 1H-1L-2.500 8 6-3H1Z'],
    ],
    m.about_level_9,
  ],
  'level-10': [
    'Mainspring',
    [
      [
        'line',
        'M0 0a2.500 2.500 0 0 1 4 2.500A5 5 0 0 1-5 3 7.500 7.500 0 0 1 7-6 9.500 9.500 0 0 1 1 10.500 12 12 0 0 1-12 0 12 12 0 0 1 0-12.500',
      ],
      ['ink', dot(0, 0, 2.2)],
    ],
    m.about_level_10,
  ],
};
