// Buttons that a page adds to the header, where there is no room for them elsewhere.

import type { Snippet } from 'svelte';

class HeaderButtons {
  shown = $state.raw<Snippet | null>(null);
}

export const headerButtons = new HeaderButtons();
