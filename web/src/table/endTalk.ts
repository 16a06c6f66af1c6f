// Whether the players of a match would end it by agreement, and how far they are. Pure.

/** What the view of a game that can be ended says of that. */
interface Endable {
  enders: readonly number[]; // who would end it
  abstaining: readonly number[]; // who are away meanwhile
}

export interface EndTalk {
  first: number | null; // who said so first; null: nobody
  count: number; // who would end it, and who are away meanwhile
  all: number;
  isMine: boolean; // this seat has said so
  canEnd: boolean;
  canPlayOn: boolean;
}

export function endTalkOf(
  { enders, abstaining }: Endable,
  all: number,
  seat: number | null,
  legal: readonly { type: string }[],
): EndTalk {
  const may = (type: string) => legal.some((command) => command.type === type);
  return {
    first: enders[0] ?? null,
    count: enders.length && new Set([...enders, ...abstaining]).size,
    all,
    isMine: seat !== null && enders.includes(seat),
    canEnd: may('EndMatch'),
    canPlayOn: may('PlayOn'),
  };
}
