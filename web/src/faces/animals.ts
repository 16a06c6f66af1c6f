// The animals that people choose from.

import { m } from '../paraglide/messages';
import type { Guest } from '../wire/generated/table';
import { dot, sumOf, twice, type Drawing } from './drawings';

export type Animal = NonNullable<Guest['avatar']>;

interface Portrait {
  name: () => string;
  drawing: Drawing;
}

export const ANIMALS: Readonly<Record<Animal, Portrait>> = {
  fox: {
    name: m.animal_fox,
    drawing: [
      ['ink', 'M-12-11-3.500-6h7L12-11 11 2 0 13-11 2Z'],
      ['light', 'M-10.500 2.500Q-6-1-2.500 3.500L0 10.500 2.500 3.500Q6-1 10.500 2.500L0 13Z'],
      ['light', twice(4.6, -0.8, 1.4)],
      ['ink', dot(0, 11, 2)],
    ],
  },
  owl: {
    name: m.animal_owl,
    drawing: [
      ['ink', 'M-11-12q4 3 11 3t11-3q2 6 0 14A11 11 0 0 1-11 2q-2-8 0-14Z'],
      ['light', twice(5, -2, 4.6)],
      ['ink', twice(4.4, -1.6, 2)],
      ['light', 'M-2 3.400h4L0 7.400Z'],
    ],
  },
  bear: {
    name: m.animal_bear,
    drawing: [
      ['ink', twice(8, -8, 4.4) + dot(0, 1.5, 10.5)],
      ['light', twice(8.2, -8.2, 1.9) + twice(4.2, -1.2, 1.5)],
      ['light', 'M-5 6C-5 3-3 2 0 2S5 3 5 6 3 10 0 10-5 9-5 6Z'],
      ['ink', dot(0, 4.4, 2)],
    ],
  },
  cat: {
    name: m.animal_cat,
    drawing: [
      ['ink', 'M-11-13-5-7.500Q0-9 5-7.500L11-13 11.500 2A11.500 10 0 0 1-11.500 2Z'],
      ['light', twice(4.8, -0.6, 2.7)],
      ['ink', 'M-4.800-3.200v5.200M4.800-3.200v5.200'],
      ['line', 'M-4.800-2v3M4.800-2v3'],
      ['light', 'M-1.800 4h3.600L0 6.200Z'],
      ['gleam', 'M-5 6.500-11 5M-5 8.500-10 9.500M5 6.500 11 5M5 8.500 10 9.500'],
    ],
  },
  rabbit: {
    name: m.animal_rabbit,
    drawing: [
      ['ink', 'M-2-3C-1-8-2-14-5-14S-9-8-7-2ZM2-3C1-8 2-14 5-14S9-8 7-2Z' + dot(0, 4.5, 8.6)],
      ['gleam', 'M-5-11.500-5-5M5-11.500 5-5'],
      ['light', twice(3.6, 2.8, 1.5) + dot(0, 6.4, 1.5)],
      ['light', 'M-1.800 9h3.600v3.400h-3.600Z'],
    ],
  },
  frog: {
    name: m.animal_frog,
    drawing: [
      [
        'ink',
        'M-12 3.500C-12-3-7-5 0-5S12-3 12 3.500 7 12 0 12-12 10-12 3.500Z' + twice(6.4, -6.4, 4.8),
      ],
      ['light', twice(6.4, -6.6, 3)],
      ['ink', twice(6, -6.2, 1.4)],
      ['gleam', 'M-7 4.500Q0 10 7 4.500'],
    ],
  },
  penguin: {
    name: m.animal_penguin,
    drawing: [
      ['ink', 'M0-13C8-13 10.500-5 10.500 3S6 13 0 13-10.500 11-10.500 3-8-13 0-13Z'],
      ['light', 'M0-3C2-8 8-8 8-2 8 7 5 11 0 11S-8 7-8-2C-8-8-2-8 0-3Z'],
      ['ink', twice(3.8, -2, 1.5)],
      ['ink', 'M-3.200 1.600h6.400L0 6Z'],
    ],
  },
  hedgehog: {
    name: m.animal_hedgehog,
    drawing: [
      [
        'ink',
        'M-13 7-11 2-13-2-9.500-4-10-9-5-8-2.500-13 1-9.500 5.500-13 7-8 11.500-8 10.500-3.500 13.500 0 11 7 0 12Z',
      ],
      ['light', 'M-8 6C-8 0-5-2.500 0-2.500S8 0 8 6 4 12.500 0 12.500-8 11-8 6Z'],
      ['ink', twice(3.2, 3, 1.4) + dot(0, 7.6, 2.1)],
    ],
  },
  mouse: {
    name: m.animal_mouse,
    drawing: [
      ['ink', twice(8.2, -6, 5.4) + 'M-9 1C-9-6 9-6 9 1 9 6 4 12.500 0 12.500S-9 6-9 1Z'],
      ['light', twice(8.4, -6.2, 2.8) + twice(3.6, 1, 1.5) + dot(0, 9.8, 1.9)],
    ],
  },
  duck: {
    name: m.animal_duck,
    drawing: [
      ['ink', 'M-1-9C-5-14 3-15 2-9Z' + dot(0, 0, 10.6)],
      ['light', twice(4, -4, 1.6)],
      ['light', 'M-10 4C-10 2-4 0 0 0S10 2 10 4 5 10 0 10-10 6-10 4Z'],
      ['ink', twice(1.8, 2.6, 0.7)],
    ],
  },
  elephant: {
    name: m.animal_elephant,
    drawing: [
      ['ink', 'M-5-9C-15-12-15 5-6 5.500ZM5-9C15-12 15 5 6 5.500Z' + dot(0, -2, 8.2)],
      ['ink', 'M-3.200 4h6.400v5q0 4-3.200 4t-3.200-4Z'],
      ['gleam', 'M-6.800-6.500Q-8.500-1-6 3.500M6.800-6.500Q8.500-1 6 3.500'],
      ['light', twice(3.2, -3, 1.4)],
      [
        'light',
        'M-4.600 5.600q-.2 3.400-2 4.800 3.400 0 4.200-3.600ZM4.600 5.600q.2 3.400 2 4.800-3.400 0-4.200-3.600Z',
      ],
    ],
  },
  bee: {
    name: m.animal_bee,
    drawing: [
      ['light', 'M-2-2C-6-11-14-11-12-4-11 0-6 0-2-2ZM2-2C6-11 14-11 12-4 11 0 6 0 2-2Z'],
      ['line', 'M-2-9-4.500-13M2-9 4.500-13'],
      [
        'ink',
        dot(0, -6, 4.4) + 'M-7.500 3C-7.500-2-4-3 0-3S7.500-2 7.500 3 3 13 0 13-7.500 8-7.500 3Z',
      ],
      ['light', 'M-7.400 1.500H7.400L7 4.600H-7ZM-6 7.200H6L4.200 10H-4.200Z'],
      ['light', twice(1.7, -6.6, 1)],
    ],
  },
  snail: {
    name: m.animal_snail,
    drawing: [
      ['line', 'M-10-1-12-7M-8-1-7-7'],
      ['ink', 'M-13 1C-13-3-6-3-6 2V8H12Q12 12 8 12H-6C-11 12-13 6-13 1Z' + dot(3, -1, 9)],
      ['gleam', 'M3-1a2.400 2.400 0 0 1 2.400 2.400A4 4 0 0 1-1.600 2 5.800 5.800 0 0 1 5-6.600'],
      ['light', dot(-10, 1, 1.2)],
    ],
  },
  tortoise: {
    name: m.animal_tortoise,
    drawing: [
      ['ink', dot(0, -10.4, 3.6) + twice(8.2, -6, 2.8) + twice(8.2, 8, 2.8) + dot(0, 1, 9.6)],
      [
        'gleam',
        'M0-4 4.300-1.500v5L0 6-4.300 3.500v-5ZM0-4V-7.500M4.300-1.500 7.500-3.300M4.300 3.500 7.500 5.300M0 6V9.500M-4.300 3.500-7.500 5.300M-4.300-1.500-7.500-3.300',
      ],
    ],
  },
  whale: {
    name: m.animal_whale,
    drawing: [
      ['line', 'M-5-7.500Q-5-12-8-12M-5-7.500Q-5-12-2-12'],
      [
        'ink',
        'M-13 2C-13-4-8-6-3-6 4-6 6 0 9 0 11-1 10-5 7-7.500q3.500-.5 5 2 .5-3 2-4Q16 0 12 6 9 11 0 11-13 11-13 2Z',
      ],
      ['light', dot(-8, 1, 1.5)],
      ['light', 'M-12 5.500Q-4 8.500 4 5 1 10-4 10-10 10-12 5.500Z'],
    ],
  },
};

const NAMES = Object.keys(ANIMALS) as Animal[];

/** Somebody who has not chosen one has the one of their name. */
export function animalOf(name: string, chosen: Animal | null | undefined): Animal {
  return chosen ?? NAMES[sumOf(name) % NAMES.length] ?? 'fox';
}

export function animalCalled(name: string | null): Animal | undefined {
  return NAMES.find((animal) => animal === name);
}

export function someAnimal(others: readonly Animal[] = []): Animal {
  const free = NAMES.filter((animal) => !others.includes(animal));
  return free[Math.floor(Math.random() * free.length)] ?? 'fox';
}
