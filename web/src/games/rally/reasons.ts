// What the server refuses in a match of Rally. The pads offer only what is legal, so nobody meets
// such a refusal; what is wrong with the text of a course is in findings.ts.

import type { Sentences } from '../game';

export const SENTENCES: Sentences = {};
