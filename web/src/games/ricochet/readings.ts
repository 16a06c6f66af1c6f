// How RC10 may be read, by the names that stand in links.

import { m } from '../../paraglide/messages';

export const USUAL = 'ricochet';

export const READINGS: readonly (readonly [string, () => string])[] = [
  [USUAL, m.reading_ricochet],
  ['free', m.reading_free],
  ['no-deflection', m.reading_no_deflection],
  ['early-stop', m.reading_early_stop],
];
