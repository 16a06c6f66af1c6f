/** Matches that were seen on this page before they were over: their end is cheered, once. */
export const unfinished = new Set<string>();
