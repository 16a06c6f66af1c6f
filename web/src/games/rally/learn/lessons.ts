// The lessons, and what is said in them. That they can be done is tested against the rules.

import type { LessonTexts } from '../../../lessons/texts';
import { m } from '../../../paraglide/messages';
import type { Card, Heading, Kind } from '../../../wire/generated/rally';
import lessons from './lessons.json';

type Id = 'cards' | 'priority' | 'belts' | 'gears' | 'presses' | 'lasers' | 'flags' | 'rest';

interface Stands {
  cell: string;
  facing: Heading;
  armour?: number;
  program?: readonly string[];
}

export interface RallyLesson {
  id: Id;
  course: string;
  robot: Stands;
  others?: readonly Stands[];
  registers: number; // to be filled, with those that are locked
  hand: readonly string[];
  locked?: readonly string[]; // in the last registers
  rested?: { armour: number }; // how it is when it was switched off
  goal: { flag?: number; armour?: number };
}

export const LESSONS = lessons as readonly RallyLesson[];

export const LESSON_TEXTS: Record<Id, LessonTexts> = {
  cards: {
    title: m.lr_cards_title,
    say: m.lr_cards_say,
    todo: m.lr_cards_do,
    done: m.lr_cards_done,
  },
  priority: {
    title: m.lr_priority_title,
    say: m.lr_priority_say,
    todo: m.lr_priority_do,
    done: m.lr_priority_done,
  },
  belts: {
    title: m.lr_belts_title,
    say: m.lr_belts_say,
    todo: m.lr_belts_do,
    done: m.lr_belts_done,
  },
  gears: {
    title: m.lr_gears_title,
    say: m.lr_gears_say,
    todo: m.lr_gears_do,
    done: m.lr_gears_done,
  },
  presses: {
    title: m.lr_presses_title,
    say: m.lr_presses_say,
    todo: m.lr_presses_do,
    done: m.lr_presses_done,
  },
  lasers: {
    title: m.lr_lasers_title,
    say: m.lr_lasers_say,
    todo: m.lr_lasers_do,
    done: m.lr_lasers_done,
  },
  flags: {
    title: m.lr_flags_title,
    say: m.lr_flags_say,
    todo: m.lr_flags_do,
    done: m.lr_flags_done,
  },
  rest: {
    title: m.lr_rest_title,
    say: m.lr_rest_say,
    todo: m.lr_rest_do,
    done: m.lr_rest_done,
  },
};

/** `move2 730`. */
export function readCard(text: string): Card {
  const [kind = '', priority = ''] = text.split(' ');
  return { card: kind as Kind, priority: Number(priority) };
}
