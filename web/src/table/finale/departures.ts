// How players of a finished match were out of it at its end, in words. Pure.

import { namesListed } from '../../lobby/names';
import { m } from '../../paraglide/messages';
import type { Departure, MatchFacts, Table } from '../../wire/generated/table';
import { outTag } from '../claimed';
import type { TimedEntry } from '../entries';
import { whoWon } from './headline';

type Known = Pick<Table, 'results' | 'absences' | 'voted_away' | 'terms'>;

/** As it was when the match ended, whatever the host has agreed since; or as it is until the table
    says that it has ended. */
export function departuresAt(table: Known, match: string): readonly Departure[] {
  return table.results.find((one) => one.match === match)?.departures ?? departuresNow(table);
}

function departuresNow({ absences, voted_away, terms }: Known): Departure[] {
  return absences
    .filter(({ until }) => until === null)
    .map(({ seat, has_left, since }) => ({
      seat,
      since,
      how: voted_away.includes(seat) ? 'voted' : has_left ? 'left' : 'away',
      is_played: terms.absent !== 'pass',
    }));
}

/** The seats that bots have played to the end, for people who were gone. */
export function playedByBots(departures: readonly Departure[]): number[] {
  return departures.filter(({ is_played }) => is_played).map(({ seat }) => seat);
}

/** The score of a seat, with what became of its player, who is told more of it; of those who resigned
    only that. */
export function scoreTold(
  score: string,
  seat: number,
  resigned: readonly number[],
  conceded: readonly number[],
  departures: readonly Departure[],
  you: number | null,
): string {
  if (resigned.includes(seat)) return outTag(conceded, seat);
  const gone = departures.find((one) => one.seat === seat && seat !== you);
  return [score, ...(gone ? tagsOf(gone) : [])].filter(Boolean).join(' · ');
}

/** Beside a name; null of whoever is not gone. */
export function howGone(departures: readonly Departure[], seat: number): string | null {
  const gone = departures.find((one) => one.seat === seat);
  return (gone && tagsOf(gone)[0]) ?? null;
}

type Began = Pick<MatchFacts, 'opened_at' | 'departures'>;

/** Who was out of it for good at a moment of a match. */
export function goneAt({ opened_at, departures }: Began, moment: number): Departure[] {
  return departures.filter(({ since }) => since - opened_at <= moment);
}

/** Who went between two moments of a match, in words. */
export function wentTold(
  facts: Began,
  [from, to]: readonly [number, number],
  nameOf: (seat: number) => string,
): string[] {
  const before = goneAt(facts, from);
  return goneAt(facts, to)
    .filter((one) => !before.includes(one))
    .map(({ seat, how, is_played }) => {
      const name = nameOf(seat);
      if (how === 'away') return is_played ? m.missing_bot({ name }) : m.missing_pass({ name });
      const left = how === 'left' ? m.has_left({ name }) : m.voted_out({ name });
      return is_played ? `${left} ${m.missing_bot_plays()}` : left;
    });
}

function tagsOf({ how, is_played }: Departure): string[] {
  const bot = is_played ? [m.bot_played_on()] : [];
  if (how === 'away') return is_played ? bot : [m.was_away_tag()];
  return [how === 'left' ? m.left_tag() : m.voted_tag(), ...bot];
}

/** What became of whoever reads it, if they left the match or were voted out. */
export function ownFate(departures: readonly Departure[], you: number | null): string | null {
  const own = departures.find(({ seat }) => seat === you);
  if (!own || own.how === 'away') return null;
  return `${own.how === 'left' ? m.out_left() : m.out_voted()}.`;
}

/** Null where nobody claimed anything. */
export function claimedText(
  conceded: readonly number[],
  winners: readonly number[],
  you: number | null,
  name: (seat: number) => string,
): string | null {
  const [winner] = winners;
  if (!conceded.length || winner === undefined) return null;
  if (conceded.some((seat) => seat === you)) return m.claimed_from_you({ winner: name(winner) });
  const names = namesListed(conceded.map(name));
  return you === winner
    ? m.claimed_by_you({ names })
    : m.claimed_by({ names, winner: name(winner) });
}

/** How many rounds or turns have begun since a moment, by the event with which one does. */
export function begunSince(
  entries: readonly TimedEntry<{ type: string }>[],
  head: string,
  moment: number,
): number {
  const since = entries.filter(({ at }) => at > moment);
  return since.flatMap(({ events }) => events).filter(({ type }) => type === head).length;
}

const MANY = 2; // that are gone: then only the list of players has room to say so

/** The result of a match that is watched again. `ended`: why it is over, by those who resigned;
    `even`: what is said of a tie in which nobody has won anything. */
export function replayResult(
  facts: Pick<MatchFacts, 'winners' | 'conceded' | 'departures'>,
  resigned: readonly number[],
  name: (seat: number) => string,
  ended: (resigned: readonly string[]) => string | null,
  even: string | null = null,
): string {
  const { winners, conceded, departures } = facts;
  const byBots = playedByBots(departures);
  const others = byBots.filter((seat) => winners.length > 1 || seat !== winners[0]); // not told yet
  const left = departures.filter(({ how }) => how === 'left').map(({ seat }) => name(seat));
  const goneTold = [
    left.length ? m.end_gone({ names: namesListed(left) }) : null,
    ...departures.flatMap(({ seat, how }) =>
      how === 'voted' ? m.voted_out({ name: name(seat) }) : [],
    ),
    others.length ? m.end_played_on({ names: namesListed(others.map(name)) }) : null,
  ];
  return [
    even === null ? whoWon(winners, name, byBots) : `${even}.`,
    ended(resigned.filter((seat) => !conceded.includes(seat)).map(name)),
    claimedText(conceded, winners, null, name),
    ...(departures.length < MANY ? goneTold : []),
  ]
    .filter(Boolean)
    .join(' ');
}
