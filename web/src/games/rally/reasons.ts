// What the server refuses at a table of Rally. The pads offer only what is legal, so nobody meets
// a refusal in a match; what is wrong with the text of a course is in findings.ts.

import { m } from '../../paraglide/messages';
import type { Sentences } from '../game';

export const SENTENCES: Sentences = {
  'course-is-full': ({ name, most }) =>
    m.no_course_is_full({ name: String(name), most: String(most) }),
};
