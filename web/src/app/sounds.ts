// Small sounds, synthesised and named by how they sound: a game chooses which mean what. They are off until somebody switches them on.

import { preferences } from './preferences.svelte';

/** Tones one after the other: how high, when they begin and how long they last, in seconds. */
type Tones = readonly (readonly [hertz: number, at: number, lasts: number])[];

const SOUNDS = {
  chime: [[523, 0, 0.12]],
  rise: [
    [392, 0, 0.09],
    [587, 0.08, 0.12],
  ],
  thud: [[196, 0, 0.07]],
  fanfare: [
    [523, 0, 0.12],
    [659, 0.1, 0.12],
    [784, 0.2, 0.25],
  ],
  fall: [
    [330, 0, 0.14],
    [247, 0.12, 0.22],
  ],
} satisfies Record<string, Tones>;

export type Sound = keyof typeof SOUNDS;

const VOLUME = 0.12;
let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!preferences.sound || document.hidden) return;
  context ??= new AudioContext();
  for (const [hertz, at, lasts] of SOUNDS[name]) tone(context, hertz, at, lasts);
}

function tone(into: AudioContext, hertz: number, at: number, lasts: number): void {
  const begins = into.currentTime + at;
  const source = new OscillatorNode(into, { type: 'triangle', frequency: hertz });
  const loudness = new GainNode(into, { gain: 0 });
  loudness.gain.setValueAtTime(VOLUME, begins);
  loudness.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
  source.connect(loudness).connect(into.destination);
  source.start(begins);
  source.stop(begins + lasts);
}
