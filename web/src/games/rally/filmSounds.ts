// Plays what a turn sounds like, for those who want sounds.

import { preferences } from '../../app/preferences.svelte';
import type { Event } from '../../wire/generated/rally';
import { soundOf, type Glide } from './playback/sounds';

let context: AudioContext | null = null;

/** After the frame in which its motion begins, which it must not hold up. */
export function playStep(events: readonly Event[]): void {
  if (!preferences.sound || document.hidden) return;
  const glides = soundOf(events);
  if (!glides.length) return;
  requestAnimationFrame(() =>
    setTimeout(() => {
      context ??= new AudioContext();
      for (const glide of glides) play(context, glide);
    }),
  );
}

function play(into: AudioContext, [form, from, to, lasts, loud, after = 0]: Glide): void {
  const begins = into.currentTime + after;
  const source = new OscillatorNode(into, { type: form, frequency: from });
  source.frequency.setValueAtTime(from, begins);
  source.frequency.exponentialRampToValueAtTime(to, begins + lasts);
  const loudness = new GainNode(into, { gain: 0 });
  loudness.gain.setValueAtTime(loud, begins);
  loudness.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
  source.connect(loudness).connect(into.destination);
  source.start(begins);
  source.stop(begins + lasts);
}
