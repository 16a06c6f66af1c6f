// Courses that puzzles need without a network.

import { store, stored } from '../../../app/storage';
import type { CourseFacts } from '../../../wire/generated/rally';

const MOST = 60;

interface KeptCourse {
  course: string; // its name, or its text
  facts: CourseFacts;
}

/** Keep a course; the oldest gives way. */
export function keepCourse(course: string, facts: CourseFacts): void {
  const others = all().filter((each) => each.course !== course);
  store('courses', JSON.stringify([...others, { course, facts }].slice(-MOST)));
}

export function keptCourse(course: string): CourseFacts | undefined {
  return all().find((each) => each.course === course)?.facts;
}

function all(): readonly KeptCourse[] {
  try {
    return JSON.parse(stored('courses') ?? '[]') as readonly KeptCourse[];
  } catch {
    return [];
  }
}
