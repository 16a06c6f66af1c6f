/** The path of an arrow beside what leads to something. */
export const NEXT = 'M9 6l6 6-6 6';
