// What a turn sounds like: a tick for a step, a clank for a wall, a hum for belts, a zap and a thud
// for beams and hits, a whistle for a fall. Synthesised, as all our sounds are.

import type { Event } from '../../../wire/generated/rally';

/** A tone that glides: its form, from which height to which, how long in seconds, how loud. */
export type Glide = readonly [
  form: OscillatorType,
  from: number,
  to: number,
  lasts: number,
  loud: number,
  after?: number,
];

const TICK: readonly Glide[] = [['triangle', 880, 700, 0.04, 0.06]];
const CLANK: readonly Glide[] = [
  ['square', 320, 180, 0.09, 0.06],
  ['triangle', 940, 610, 0.14, 0.05],
];
const HUM: readonly Glide[] = [['sawtooth', 82, 96, 0.34, 0.05]];
const WHIR: readonly Glide[] = [['triangle', 240, 330, 0.2, 0.05]];
const ZAP: readonly Glide[] = [['sawtooth', 1500, 190, 0.2, 0.05]];
const THUD: readonly Glide[] = [['sine', 150, 52, 0.18, 0.22]];
const FALL: readonly Glide[] = [
  ['sine', 1250, 170, 0.62, 0.1],
  ['sine', 110, 45, 0.16, 0.2, 0.62],
];
const BANG: readonly Glide[] = [
  ['sawtooth', 190, 34, 0.42, 0.16],
  ['square', 96, 30, 0.3, 0.1],
];
const FLAG: readonly Glide[] = [
  ['triangle', 523, 523, 0.12, 0.12],
  ['triangle', 659, 659, 0.12, 0.12, 0.1],
  ['triangle', 784, 784, 0.25, 0.12, 0.2],
];

/** The loudest of what happens at once is what is heard. */
const HEARD: readonly (readonly [types: readonly Event['type'][], sound: readonly Glide[]])[] = [
  [['FlagTouched'], FLAG],
  [['Damaged'], THUD],
  [['Burnt', 'Shot'], ZAP],
  [['Pushed', 'Blocked'], CLANK],
  [['Carried'], HUM],
  [['TurnedByGear', 'PushedByPusher', 'Repaired'], WHIR],
  [['Moved', 'Turned', 'RegisterRevealed'], TICK],
];

export function soundOf(events: readonly Event[]): readonly Glide[] {
  const death = events.find((event) => event.type === 'Died');
  if (death) return death.because === 'pit' || death.because === 'edge' ? FALL : BANG;
  return HEARD.find(([types]) => events.some(({ type }) => types.includes(type)))?.[1] ?? [];
}
