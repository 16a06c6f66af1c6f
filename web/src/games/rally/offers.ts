// What the server offers, as far as it decides what is on the page.

import type { Command } from '../../wire/generated/rally';

export interface Offers {
  isFacing: boolean; // to be chosen
  isPower: boolean;
  isProgram: boolean; // to be written
  isFull: boolean; // it can be handed in
}

export function offersOf(legal: readonly Command[]): Offers {
  const has = (...types: Command['type'][]) => legal.some(({ type }) => types.includes(type));
  return {
    isFacing: has('ChooseFacing'),
    isPower: has('ChoosePower'),
    isProgram: has('Place', 'TakeBack', 'Ready'),
    isFull: has('Ready'),
  };
}
