// Courses as they are printed: fetched once, and cached.

import type { CourseFacts, Settings } from '../../wire/generated/rally';
import { get, post } from '../../wire/http';

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

/** D3: what was chosen comes before what the course asks for. */
export function edgeAgreed(course: CourseFacts, choices: Settings['choices']): CourseFacts['edge'] {
  const chosen = choices['edge'];
  return chosen === 'wall' || chosen === 'pit' ? chosen : course.edge;
}

export function flagsOn({ squares }: CourseFacts): number {
  return squares.filter(({ flag }) => flag !== null).length;
}
