// What courses are like, in words.

import { m } from '../../paraglide/messages';
import type { CourseFacts, CourseListed } from '../../wire/generated/rally';

const DESCRIPTIONS: Record<string, () => string> = {
  'clockwork-carousel': m.ra_course_clockwork_carousel,
  'crossfire-dock': m.ra_course_crossfire_dock,
  'first-shift': m.ra_course_first_shift,
  'lamp-gallery': m.ra_course_lamp_gallery,
  'mainspring-mile': m.ra_course_mainspring_mile,
  'sorting-hall': m.ra_course_sorting_hall,
  'stamping-mill': m.ra_course_stamping_mill,
  'three-bridges': m.ra_course_three_bridges,
  'wind-up-duel': m.ra_course_wind_up_duel,
};

const LEVELS = {
  beginner: m.ra_level_beginner,
  intermediate: m.ra_level_intermediate,
  hard: m.ra_level_hard,
};

/** How hard a course is, for how many, how far it goes and how long it takes. */
export function inShort(
  { level, players: [fewest, most], turns }: CourseFacts | CourseListed,
  flags: number,
): string {
  return [
    LEVELS[level](),
    fewest === most ? m.ra_players_just({ most }) : m.ra_players({ fewest, most }),
    m.ra_flags({ count: flags }),
    ...(turns === null ? [] : [m.ra_at_least({ count: turns })]),
  ].join(' · ');
}

/** What a course of the gallery is like; one we have no words for says it itself. */
export function described({ course, texts }: CourseListed): string {
  return DESCRIPTIONS[course]?.() ?? texts[''] ?? '';
}
