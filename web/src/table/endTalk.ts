// Whether the players of a match would end it before its time, and how far they are. Pure.

import type { Replies } from './endStory';

/** What the view of a game that can be ended says of that. */
interface Endable {
  enders: readonly number[]; // who would end it as it stands
  aborters: readonly number[]; // who would abort it, so that it does not count
  abstaining: readonly number[]; // who are away meanwhile
  resigned: readonly number[]; // who have given it up
}

/** What a player can say of the end. */
export type EndWord = 'EndMatch' | 'AbortMatch' | 'PlayOn' | 'Resign';

export interface EndProposed {
  word: 'EndMatch' | 'AbortMatch';
  first: number; // who said so first
  agree: readonly number[]; // who would
  isMine: boolean; // this seat has said so
}

export interface EndTalk {
  inPlay: readonly number[]; // who have not resigned
  asked: readonly number[]; // of those, who are not away: nobody waits for the others
  proposal: EndProposed | null; // one at a time
  may: ReadonlySet<EndWord>; // for this seat
  resigned: readonly number[];
}

/** Where players can end the match by agreement. */
export interface Ending {
  talk: EndTalk;
  name: (seat: number) => string;
  onsay: (word: EndWord) => void;
  replies: Replies;
}

const WORDS: readonly EndWord[] = ['EndMatch', 'AbortMatch', 'PlayOn', 'Resign'];

export function endTalkOf(
  { enders, aborters, abstaining, resigned }: Endable,
  seats: number,
  seat: number | null,
  legal: readonly { type: string }[],
): EndTalk {
  const proposed = (word: EndProposed['word'], voices: readonly number[]): EndProposed | null => {
    const [first] = voices;
    if (first === undefined) return null;
    return { word, first, agree: voices, isMine: seat !== null && voices.includes(seat) };
  };
  const inPlay = Array.from({ length: seats }, (_, at) => at).filter(
    (at) => !resigned.includes(at),
  );
  return {
    inPlay,
    asked: inPlay.filter((at) => !abstaining.includes(at)),
    proposal: proposed('EndMatch', enders) ?? proposed('AbortMatch', aborters),
    may: new Set(WORDS.filter((word) => legal.some(({ type }) => type === word))),
    resigned,
  };
}
