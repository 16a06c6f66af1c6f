// Courses as they are printed: fetched once, and cached.

import { m } from '../../paraglide/messages';
import type { CourseFacts, CourseListed, Settings } from '../../wire/generated/rally';
import { get, post } from '../../wire/http';

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
const known = new Map<string, Promise<CourseFacts>>();

/** A built-in course by its name, or any by its text. */
export function courseCalled(nameOrText: string): Promise<CourseFacts> {
  let course = known.get(nameOrText);
  if (!course) {
    course = nameOrText.includes('\n')
      ? post('/api/rally/course', { body: { course: nameOrText } })
      : get('/api/rally/course', { query: { course: nameOrText } });
    course.catch(() => known.delete(nameOrText));
    known.set(nameOrText, course);
  }
  return course;
}

/** Of its width to its height, as its text says, before the course is there. */
export function ratioOf(text: string): number {
  const [, width, height] = /^size: *(\d+)x(\d+)/m.exec(text) ?? [];
  return width && height ? Number(width) / Number(height) : 1;
}

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

/** D3: what was chosen comes before what the course asks for. */
export function edgeAgreed(course: CourseFacts, choices: Settings['choices']): CourseFacts['edge'] {
  const chosen = choices['edge'];
  return chosen === 'wall' || chosen === 'pit' ? chosen : course.edge;
}

export function flagsOn({ squares }: CourseFacts): number {
  return squares.filter(({ flag }) => flag !== null).length;
}

/** What a course of the gallery is like; one we have no words for says it itself. */
export function described({ course, texts }: CourseListed): string {
  return DESCRIPTIONS[course]?.() ?? texts[''] ?? '';
}
