// Small sounds, synthesised and named by how they sound: a game chooses which mean what. They are
// silent where somebody has switched them off, and on a page nobody has touched yet.

import { preferences } from './preferences.svelte';

/** One tone of a sound; times in seconds. */
export interface Tone {
  hertz: number;
  to?: number; // it glides there
  at?: number; // when it begins
  lasts: number;
  wave?: OscillatorType;
  loud?: number; // beside the others; 1 if not said
}

const tone = (hertz: number, at: number, lasts: number): Tone => ({ hertz, at, lasts });
/** Wood on wood: a short tone that drops. */
const knock = (at: number): Tone => ({
  hertz: 420,
  to: 130,
  at,
  lasts: 0.09,
  wave: 'sine',
  loud: 2.4,
});
/** A music box: a plucked tone, and its octave. */
const pluck = (hertz: number, at: number): Tone[] => [
  { hertz, at, lasts: 0.5, wave: 'sine', loud: 1.3 },
  { hertz: 2 * hertz, at, lasts: 0.3, wave: 'sine', loud: 0.5 },
];

const SOUNDS = {
  chime: [tone(523, 0, 0.12)],
  rise: [tone(392, 0, 0.09), tone(587, 0.08, 0.12)],
  thud: [tone(196, 0, 0.07)],
  fanfare: [tone(523, 0, 0.12), tone(659, 0.1, 0.12), tone(784, 0.2, 0.25)],
  fall: [tone(330, 0, 0.14), tone(247, 0.12, 0.22)],
  knocks: [knock(0), knock(0.16)],
  tick: [{ hertz: 1400, to: 900, lasts: 0.03, wave: 'sine', loud: 0.7 }],
  musicBox: [...pluck(784, 0), ...pluck(1047, 0.16), ...pluck(988, 0.32), ...pluck(1568, 0.52)],
} satisfies Record<string, readonly Tone[]>;

export type Sound = keyof typeof SOUNDS;

const VOLUME = 0.12;
const SILENCE = 0.001;
let context: AudioContext | null = null;

/** `isCall`: it calls somebody back who looks at another tab. */
export function sound(name: Sound, isCall = false): void {
  playTones(SOUNDS[name], isCall);
}

/** A sound of a game's own. */
export function playTones(tones: readonly Tone[], isCall = false): void {
  if (!preferences.sound || (document.hidden && !isCall)) return;
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  for (const each of tones) play(context, each);
}

function play(into: AudioContext, { hertz, to, at = 0, lasts, wave, loud = 1 }: Tone): void {
  const begins = into.currentTime + at;
  const source = new OscillatorNode(into, { type: wave ?? 'triangle', frequency: hertz });
  if (to !== undefined) source.frequency.exponentialRampToValueAtTime(to, begins + lasts);
  const loudness = new GainNode(into, { gain: 0 });
  loudness.gain.setValueAtTime(VOLUME * loud, begins);
  loudness.gain.exponentialRampToValueAtTime(SILENCE, begins + lasts);
  source.connect(loudness).connect(into.destination);
  source.start(begins);
  source.stop(begins + lasts);
}
