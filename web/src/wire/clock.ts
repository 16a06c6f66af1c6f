// How far our clock is off the server's.

/** A ping: when it was sent and answered by our clock, and what the other clock said. */
export interface Sample {
  sent: number;
  received: number;
  there: number;
}

/**
 * What to add to our clock to get the other one. The quickest answer is the one that says most:
 * its error is at most half the time it took.
 */
export function offset(samples: readonly Sample[]): number {
  const best = samples.reduce((one, other) => (took(other) < took(one) ? other : one));
  return best.there - (best.sent + best.received) / 2;
}

export function took(sample: Sample): number {
  return sample.received - sample.sent;
}

/** Minutes and seconds, as on a kitchen clock; what has begun counts. */
export function minutes(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
