// Where readers are from, as far as their browser says it: dates are written as people do there.

const REGION = /-([A-Z]{2}|\d{3})\b/;

/** For dates in a language of the page: as in the reader's region, in British English say. Pure. */
export function localeOfDates(language: string, wanted: readonly string[]): string {
  const own = wanted.find((tag) => tag.startsWith(`${language}-`));
  const region = wanted.map((tag) => REGION.exec(tag)?.[1]).find(Boolean);
  return own ?? (region ? `${language}-${region}` : language);
}
