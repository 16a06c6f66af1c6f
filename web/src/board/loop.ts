// Something that happens again and again, to show what a game is like.

import type { Attachment } from 'svelte/attachments';
import { preferences } from '../app/preferences.svelte';

/** A frame of an animation. */
export type LoopFrame = Keyframe;

export const LOOP = 6000; // milliseconds

/** Frames over one loop. While the page is hidden it stops; where motion is reduced nothing moves,
    and the last frame is what is drawn anyway. */
export function loop(frames: LoopFrame[]): Attachment {
  return (element) => {
    if (preferences.still) return;
    const animation = element.animate(frames, { duration: LOOP, iterations: Infinity });
    const onvisibilitychange = () => (document.hidden ? animation.pause() : animation.play());
    document.addEventListener('visibilitychange', onvisibilitychange);
    return () => {
      document.removeEventListener('visibilitychange', onvisibilitychange);
      animation.cancel();
    };
  };
}
