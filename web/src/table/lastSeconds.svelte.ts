// The last ten seconds of a clock: each is heard, and seen in the title of the tab.

import { untrack } from 'svelte';
import { moments } from '../app/moments.svelte';
import { LAST, lastSecond } from './lastSecond';

export class LastSeconds {
  left = $state<number | null>(null);

  /** `ends`: by performance.now(), null if no clock runs that concerns this player. To be made
      while a component is set up. */
  constructor(ends: () => number | null) {
    $effect(() => {
      const due = ends();
      if (due === null) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const look = () => {
        const now = performance.now();
        const left = lastSecond(due, now);
        if (left !== null && left !== this.left) moments.tell('hurry', false);
        this.left = left;
        if (due <= now) return;
        const next = left === null ? due - LAST * 1000 - now : ((due - now) % 1000) + 1;
        timer = setTimeout(look, Math.max(20, next));
      };
      untrack(look);
      return () => {
        clearTimeout(timer);
        this.left = null;
      };
    });
  }
}
