// What robots did in a match, as rows to be compared. Pure.

import { m } from '../../../paraglide/messages';
import type { FigureRow } from '../../../table/finale/figures';
import type { Tally } from '../../../wire/generated/rally';

interface Count {
  of: (tally: Tally) => number;
  title: () => string;
  why: () => string;
  best: FigureRow['best'];
}

const COUNTS: readonly Count[] = [
  {
    of: ({ flags }) => flags.length,
    title: m.ra_tally_flags,
    why: m.ra_tally_flags_why,
    best: 'most',
  },
  { of: ({ driven }) => driven, title: m.ra_tally_driven, why: m.ra_tally_driven_why, best: null },
  {
    of: ({ carried }) => carried,
    title: m.ra_tally_carried,
    why: m.ra_tally_carried_why,
    best: null,
  },
  {
    of: ({ pushes }) => pushes,
    title: m.ra_tally_pushes,
    why: m.ra_tally_pushes_why,
    best: 'most',
  },
  {
    of: ({ pushed }) => pushed,
    title: m.ra_tally_pushed,
    why: m.ra_tally_pushed_why,
    best: null,
  },
  { of: ({ hits }) => hits, title: m.ra_tally_hits, why: m.ra_tally_hits_why, best: 'most' },
  { of: ({ lost }) => lost, title: m.ra_tally_lost, why: m.ra_tally_lost_why, best: null },
  { of: ({ kills }) => kills, title: m.ra_tally_kills, why: m.ra_tally_kills_why, best: 'most' },
  { of: ({ deaths }) => deaths, title: m.ra_tally_deaths, why: m.ra_tally_deaths, best: 'least' },
];

/** What nobody has done is not told. */
export function figureRows(tallies: readonly Tally[]): FigureRow[] {
  return COUNTS.filter(({ of }) => tallies.some(of)).map(({ of, title, why, best }) => ({
    title: title(),
    why: why(),
    best,
    figures: tallies.map((tally) => ({ value: of(tally), said: String(of(tally)) })),
  }));
}
