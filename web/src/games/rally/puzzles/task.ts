// A puzzle of Rally as the server writes it, and programs for it. Pure.

import type { Card, Player, Robot, Scenario } from '../../../wire/generated/rally';
import { cellAt } from '../board/geometry';

export interface RallyTask {
  scenario: Scenario; // its first robot has no program yet
  hand: readonly Card[];
}

export const REGISTERS = 5;

export function readTask(text: string): RallyTask {
  return JSON.parse(text) as RallyTask;
}

/** Everybody on the course; one's own robot is the first. */
export function playersOf(
  { scenario }: RallyTask,
  hand: readonly Card[],
  draft: readonly (Card | null)[],
): Player[] {
  return scenario.robots.map(({ cell, save, facing, armour, lives, next_flag, ...is }, seat) => {
    const robot: Robot = {
      cell: cell === null ? null : cellAt(cell),
      save: cellAt(save),
      facing,
      armour,
      lives,
      next_flag,
      virtual: is.virtual,
      off: is.off,
    };
    return {
      robot,
      registers: draft.map(() => null),
      scheduled: false,
      fresh: false,
      lost_at: 0,
      private: {
        hand: seat ? [] : hand,
        draft: seat ? [] : draft,
        power_down: false,
        facing: null,
        on: null,
      },
    };
  });
}

/** Cards of the hand for these kinds, filled up with any others to five. */
export function programOf(hand: readonly Card[], kinds: string): Card[] {
  const left = [...hand];
  const chosen = kinds.split(' ').flatMap((kind) => {
    const at = left.findIndex(({ card }) => card === kind);
    return at < 0 ? [] : left.splice(at, 1);
  });
  return [...chosen, ...left].slice(0, REGISTERS);
}

/** As an answer is written. */
export function kindsOf(program: readonly Card[]): string {
  return program.map(({ card }) => card).join(' ');
}

/** The first of the programs whose cards begin with these kinds. */
export function begun(
  programs: readonly (readonly Card[])[],
  kinds: string,
): readonly Card[] | null {
  return programs.find((program) => `${kindsOf(program)} `.startsWith(`${kinds} `)) ?? null;
}

/** The register with which a program left the only way; null if it kept to it. */
export function strayedAt(left: readonly (number | null)[]): number | null {
  const at = left.findIndex((count) => count === null);
  return at < 1 ? null : at;
}
