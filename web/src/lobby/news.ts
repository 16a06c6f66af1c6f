// What is new at a table, in words for everybody who is there. Pure.

import { m } from '../paraglide/messages';
import { PASSED_OVER, personName } from './names';
import { isRemoved } from './people';
import type { Table } from '../wire/generated/table';

type Told = Pick<
  Table,
  'chairs' | 'host' | 'is_playing' | 'seats' | 'voted_away' | 'conceded' | 'sent_away'
>;

/** `isLeavingShown`: the table itself says who left. */
export function newsOf(
  before: Told | null,
  now: Told,
  you: string | undefined,
  isLeavingShown = false,
): string[] {
  if (!before) return [];
  const [were, are] = [ownersAt(before), ownersAt(now)];
  // Of those who were away at the end of a match their chairs are given up: no news.
  const isOver = before.is_playing && !now.is_playing;
  const left = isOver ? [] : [...were].filter(([id]) => !are.has(id) && id !== you);
  const came = [...are].filter(([id]) => !were.has(id) && id !== you);
  return [
    ...(isLeavingShown ? [] : left.flatMap(([id, name]) => leftText(before, now, id, name))),
    ...came.map(([, name]) => m.has_come({ name })),
    ...(before.host && before.host !== you && now.host === you ? [m.now_host()] : []),
    ...(isRemoved(before, you) && !isRemoved(now, you) ? [m.let_back_you()] : []),
    ...(now.is_playing ? replaced(before, now, you, isLeavingShown) : []),
  ];
}

/** In a match: for whom a bot, or nobody, plays from now on, and who is back. */
function replaced(
  before: Told,
  now: Told,
  you: string | undefined,
  isAwayShown: boolean,
): string[] {
  return now.seats.flatMap((chair) => {
    const [was, is] = [before.chairs[chair], now.chairs[chair]];
    if (!is?.owner || is.owner.id === you || was?.owner?.id !== is.owner.id) return [];
    const name = personName(is.owner.name);
    if (was.bot !== null && is.bot === null) return [m.has_come_back({ name })];
    if (was.bot !== null || is.bot === null || isAwayShown) return [];
    return [is.bot === PASSED_OVER ? m.missing_pass({ name }) : m.missing_bot({ name })];
  });
}

/** Whose win was claimed had gone before, as the end tells. */
function leftText(before: Told, now: Told, id: string, name: string): string[] {
  const seat = before.seats.indexOf(before.chairs.findIndex(({ owner }) => owner?.id === id));
  if (now.conceded.includes(seat)) return [];
  const isVotedOut = now.is_playing && now.voted_away.includes(seat);
  return [isVotedOut ? m.voted_out({ name }) : m.has_left({ name })];
}

function ownersAt({ chairs }: Pick<Table, 'chairs'>): Map<string, string> {
  return new Map(chairs.flatMap(({ owner }) => (owner ? [[owner.id, owner.name] as const] : [])));
}
