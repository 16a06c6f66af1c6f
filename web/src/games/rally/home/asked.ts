// What a match of Rally asks for, on the way back to it.

import { m } from '../../../paraglide/messages';
import type { Command, State } from '../../../wire/generated/rally';
import type { Asked } from '../../game';
import { openChoices } from '../openChoices';

const whatIsAsked: Asked = ({ view, legal }) => {
  const { isFacing, isPower, isProgram } = openChoices(legal as readonly Command[]);
  const asked = isFacing
    ? m.ra_do_facing()
    : isPower
      ? m.ra_do_power()
      : isProgram
        ? m.ra_do_program()
        : null;
  const headline = asked && `${m.df_your_turn()} · ${asked}`;
  return { headline, detail: m.ra_turn({ turn: (view as State).turn }), isYours: asked !== null };
};
export default whatIsAsked;
