// The moments of a turn that somebody at the table should not miss, as headlines. Pure.

import type { Kind } from '../../app/moments.svelte';
import { m } from '../../paraglide/messages';
import { winnersText } from '../../table/winners';
import type { Event } from '../../wire/generated/rally';
import { eventText, told, type NameOf } from './story';

export interface TurnHeadline {
  kind: Kind;
  isMine: boolean;
  text: string;
  more: string | null; // in a sentence
}

interface Listener {
  seat: number | null; // null watches
  name: NameOf;
}

/** Of what happened at once, or in a whole turn, what counts most: the end, a death, a flag. */
export function turnHeadline(events: readonly Event[], listener: Listener): TurnHeadline | null {
  return ended(events, listener) ?? lost(events, listener) ?? touched(events, listener);
}

function ended(events: readonly Event[], { seat, name }: Listener): TurnHeadline | null {
  const end = events.find((event) => event.type === 'MatchEnded');
  if (!end?.winners.length) return null;
  const { winners } = end;
  const isMine = seat !== null && winners.includes(seat);
  const text = isMine && winners.length === 1 ? m.you_win() : winnersText(winners, name);
  return { kind: isMine ? 'win' : 'news', isMine, text, more: null };
}

/** One's own robot, or the last life of another. */
function lost(events: readonly Event[], { seat, name }: Listener): TurnHeadline | null {
  const deaths = events.filter((event) => event.type === 'Died');
  const own = deaths.find(({ robot }) => robot === seat);
  if (own) {
    const text = own.lives ? m.ra_mo_died() : m.ra_mo_out();
    const more = eventText(own, told(seat, name), null);
    return { kind: 'failure', isMine: true, text, more };
  }
  const other = deaths.find(({ lives }) => !lives);
  if (!other) return null;
  const text = m.ra_mo_other_out({ name: name(other.robot) });
  return { kind: 'news', isMine: false, text, more: null };
}

function touched(events: readonly Event[], { seat }: Listener): TurnHeadline | null {
  const own = events.find((event) => event.type === 'FlagTouched' && event.robot === seat);
  if (own?.type !== 'FlagTouched') return null;
  const text = m.ra_mo_flag({ flag: own.flag });
  return { kind: 'success', isMine: true, text, more: null };
}
