import { describe, expect, it } from 'vitest';
import { eventsBetween } from './missed';

const entries = [1, 2, 3, 4].map((version) => ({ version, events: [`event ${version}`] }));

describe('missed', () => {
  it('is what happened behind a version, up to another one', () => {
    expect(eventsBetween(entries, [1, 3])).toEqual(['event 2', 'event 3']);
  });

  it('is nothing for who was here', () => {
    expect(eventsBetween(entries, null)).toEqual([]);
  });
});
