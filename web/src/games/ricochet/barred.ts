// While one plays a match nothing is told of positions, but of those that the server has dealt by
// chance. The server refuses it; the page does not even offer it.

import { keptTables } from '../../lobby/keptTables.svelte';
import { sealOf } from './seals';

export function isBarred(position: string): boolean {
  return keptTables.plays('ricochet') && !sealOf(position).seal;
}
