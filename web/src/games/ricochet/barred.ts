// While one plays a match nothing is told of positions, but of those that the server has dealt by
// chance. The server refuses it; the page does not even offer it.

import { playedHere } from '../../app/playedHere.svelte';
import { sealOf } from './seals';

export function isBarred(position: string): boolean {
  return playedHere.isOn('ricochet') && !sealOf(position).seal;
}
