import { describe, expect, it } from 'vitest';
import type { Event } from '../../../wire/generated/rally';
import { direct } from './director';

const moved: Event = {
  type: 'Moved',
  register: 1,
  robot: 1,
  start: [0, 0],
  end: [1, 0],
  heading: 'e',
};
const pushed: Event = { ...moved, type: 'Pushed', robot: 2, by: 1 };

describe('the director', () => {
  it('hurries through what concerns nobody, the more the more robots there are', () => {
    const [own, other] = [direct([moved], 1, 4), direct([moved], 0, 4)];

    expect(other).toBeLessThan(own);
    expect(direct([moved], 0, 8)).toBeLessThan(other);
  });

  it('slows down where robots meet, whoever they are', () => {
    expect(direct([pushed, moved], 0, 4)).toBeGreaterThan(direct([moved], 1, 4));
  });
});
