// What robots did in a match, as rows to be compared. Pure.

import { m } from '../../../paraglide/messages';
import type { Figure, FigureRow } from '../../../table/finale/figures';
import type { Player, Robot, Tally } from '../../../wire/generated/rally';

interface Count {
  of: (tally: Tally) => number;
  title: () => string;
  why: () => string;
  best: FigureRow['best'];
}

const COUNTS: readonly Count[] = [
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
];

const LEFT = [
  { of: ({ armour }: Robot) => armour, title: m.ra_tally_armour },
  { of: ({ lives }: Robot) => lives, title: m.ra_tally_lives },
];

/** What nobody has done is not told, nor flags, which the podium tells; what is left always is, but
    of those who resigned: their robots were taken off the board. */
export function figureRows(
  tallies: readonly Tally[],
  players: readonly Pick<Player, 'robot'>[],
  resigned: readonly number[],
): FigureRow[] {
  return [
    ...COUNTS.filter(({ of }) => tallies.some(of)).map(({ of, title, why, best }) => ({
      title: title(),
      why: why(),
      best,
      figures: tallies.map(of).map(figure),
    })),
    ...LEFT.map(({ of, title }) => ({
      title: title(),
      best: 'most' as const,
      figures: players.map(({ robot }, seat) => figure(resigned.includes(seat) ? null : of(robot))),
    })),
  ];
}

function figure(value: number | null): Figure {
  return { value, said: String(value ?? '–') };
}
