// What a player has to choose now, as far as it decides what is on the page.

import type { Command, State } from '../../wire/generated/rally';

export interface OpenChoices {
  isFacing: boolean; // to be chosen
  isPower: boolean;
  isProgram: boolean; // to be written
  isFull: boolean; // it can be handed in
}

export function openChoices(legal: readonly Command[]): OpenChoices {
  const has = (...types: Command['type'][]) => legal.some(({ type }) => types.includes(type));
  return {
    isFacing: has('ChooseFacing'),
    isPower: has('ChoosePower'),
    isProgram: has('Place', 'TakeBack', 'Ready'),
    isFull: has('Ready'),
  };
}

/** Seats that have something to choose, or to program. */
export function waitingFor(phase: State['phase']): number[] {
  if (phase.type === 'Choosing') return [...new Set([...phase.facing, ...phase.power])];
  if (phase.type === 'Programming') return [...new Set([...phase.facing, ...phase.programs])];
  return [];
}
