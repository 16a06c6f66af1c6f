// What the players of a round can agree on, and how far they are (RC23 to RC26). Pure.

import type { State } from '../../wire/generated/ricochet';

export const MOVE_WITHIN = 15_000; // milliseconds for a prover whom all others doubt (RC25)

export interface Agreement {
  command: 'SayDone' | 'SkipToken' | 'DoubtProof';
  count: number; // who have said so, and who are away
  all: number; // who are asked
  isMine: boolean; // this seat has said so
  missing: readonly number[]; // who are waited for
}

/** Null between rounds, and alone. */
export function agreementOf(view: State, seat: number | null): Agreement | null {
  const { phase, settings } = view;
  if (settings.solo) return null;
  switch (phase.type) {
    case 'Pause':
      return null;
    case 'Thinking':
      return counted(view, 'SkipToken', phase.skips, phase.withdrawn, seat);
    case 'Bidding':
      return counted(view, 'SayDone', phase.done, phase.withdrawn, seat);
    case 'Proving':
      return counted(view, 'DoubtProof', phase.doubts, [phase.queue[0]?.seat ?? -1], seat);
  }
}

function counted(
  { won, abstaining, resigned }: State,
  command: Agreement['command'],
  voices: readonly number[],
  mute: readonly number[],
  seat: number | null,
): Agreement | null {
  const asked = [...won.keys()].filter((one) => !mute.includes(one) && !resigned.includes(one));
  if (!asked.length) return null;
  const missing = asked.filter((one) => !voices.includes(one) && !abstaining.includes(one));
  return {
    command,
    count: voices.length && asked.length - missing.length,
    all: asked.length,
    isMine: seat !== null && voices.includes(seat),
    missing,
  };
}

/** Whether a bot shows its proof: it is as quick as can be, and nobody hurries it up. */
export function isBotShowing({ phase }: State, bot: (seat: number) => string | null): boolean {
  const [prover] = phase.type === 'Proving' ? phase.queue : [];
  return prover !== undefined && bot(prover.seat) !== null;
}

/** When the clock runs out: in a proof that all others doubt, perhaps sooner. */
export function untilOf({ phase }: State): number | null {
  if (phase.type === 'Pause') return null;
  if (phase.type !== 'Proving' || phase.move_due === null) return phase.until;
  return Math.min(phase.move_due, phase.until ?? Infinity);
}
