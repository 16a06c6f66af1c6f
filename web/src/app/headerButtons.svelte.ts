// What a page adds to the header, where there is no room for it elsewhere.

import type { Snippet } from 'svelte';

class HeaderButtons {
  shown = $state.raw<Snippet | null>(null); // buttons
  trouble = $state.raw<Snippet | null>(null); // instead of the bar
  bar = $state.raw<Snippet | null>(null); // in the room that the rest leaves
}

export const headerButtons = new HeaderButtons();
