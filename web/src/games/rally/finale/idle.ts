// A robot that has done nothing, for tests.

import type { Tally } from '../../../wire/generated/rally';

export const IDLE: Tally = {
  hits: 0,
  lost: 0,
  kills: 0,
  deaths: 0,
  driven: 0,
  carried: 0,
  pushes: 0,
  pushed: 0,
  flags: [],
};
