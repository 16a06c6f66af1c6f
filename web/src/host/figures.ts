// How figures are written: sizes, times, how long ago.

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** 1536 is “1.5 kB”. */
export function sizeText(bytes: number, locale: string): string {
  const step = Math.min(
    UNITS.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000)),
  );
  const unit = UNITS[step] ?? 'byte';
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** step);
}

/** Milliseconds, or seconds where they are many. */
export function millisText(millis: number, locale: string): string {
  const isLong = millis >= 1000;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    maximumSignificantDigits: 2,
  }).format(isLong ? millis / 1000 : millis);
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** The two largest parts: “3 hr 20 min”. */
export function spanText(millis: number, locale: string): string {
  const first = SPANS.findIndex(([, size]) => millis >= size);
  const start = first < 0 ? SPANS.length - 1 : first;
  let left = millis;
  return SPANS.slice(start, start + 2)
    .map(([unit, size]) => {
      const count = Math.floor(left / size);
      left -= count * size;
      return { unit, count };
    })
    .filter(({ count }, at) => count > 0 || at === 0)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    )
    .join(' ');
}
