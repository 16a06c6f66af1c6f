// Courses as they are printed: fetched once, and kept.

import type { AskedCourse, CourseFacts } from '../../wire/generated/rally';
import { get, post } from '../../wire/http';

const known = new Map<string, Promise<CourseFacts>>();

/** A course of the house by its name, or any by its text. */
export function courseCalled(nameOrText: string): Promise<CourseFacts> {
  let course = known.get(nameOrText);
  if (!course) {
    course = nameOrText.includes('\n')
      ? post<CourseFacts>('/api/rally/course', { course: nameOrText } satisfies AskedCourse)
      : get<CourseFacts>('/api/rally/course', { course: nameOrText });
    course.catch(() => known.delete(nameOrText));
    known.set(nameOrText, course);
  }
  return course;
}
