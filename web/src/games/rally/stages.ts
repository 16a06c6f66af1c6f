// What the stages of a register are called.

import { m } from '../../paraglide/messages';
import type { Stage } from './playback/steps';

export function stageName(stage: Stage): string {
  return {
    reveal: m.ra_stage_reveal,
    moves: m.ra_stage_moves,
    belts: m.ra_stage_belts,
    pushers: m.ra_stage_pushers,
    gears: m.ra_stage_gears,
    presses: m.ra_stage_presses,
    lasers: m.ra_stage_lasers,
    flags: m.ra_stage_flags,
    end: m.ra_stage_end,
  }[stage]();
}
