// What a match of Ricochet asks for, on the way back to it.

import { m } from '../../../paraglide/messages';
import type { Command, State } from '../../../wire/generated/ricochet';
import type { Asked } from '../../game';
import { promptFor } from '../prompts';

const asked: Asked = ({ view, legal, seat }, name) => {
  const state = view as State;
  const may = new Set((legal as readonly Command[]).map(({ type }) => type));
  const canTurn = may.has('TurnToken');
  const own = seat === null ? 0 : (state.won[seat]?.length ?? 0);
  return {
    headline: may.has('GiveUp') ? promptFor(state, { seat, canTurn, name }) : null,
    detail: [m.rc_round({ number: Math.max(1, state.round) }), m.tokens_won({ count: own })].join(
      ' · ',
    ),
    isYours: canTurn || may.has('GiveUp'),
  };
};
export default asked;
