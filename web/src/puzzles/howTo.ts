// The note that tells newcomers how a puzzle is played: shown until it has been put away.

import { store, stored } from '../app/storage';

const keyOf = (name: string) => `how-${name}`;

export function isHowToRead(name: string): boolean {
  return stored(keyOf(name)) !== null;
}

export function keepHowToRead(name: string): void {
  store(keyOf(name), 'seen');
}
