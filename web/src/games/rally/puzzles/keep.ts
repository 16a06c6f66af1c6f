// The course of a puzzle, kept for when there is no network.

import { keepCourse } from '../offline/courses';
import { courseCalled } from '../courses';
import { readTask } from './task';

export default async function keep(text: string): Promise<void> {
  const { course } = readTask(text).scenario;
  keepCourse(course, await courseCalled(course));
}
