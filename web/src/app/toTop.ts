import { preferences } from './preferences.svelte';

/** Where the board is, on pages that have it first: below it something was asked of it. */
export function toTop(): void {
  scrollTo({ top: 0, behavior: preferences.still ? 'auto' : 'smooth' });
}
