import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Entry, Event, State } from '../../../wire/generated/rally';
import { direct, LEAD, seenAfter } from './director';
import films from './films.json';
import { isResolution, standings, steps } from './steps';

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

  it('takes its time for your own death: its headline is read', () => {
    const died: Event = {
      type: 'Died',
      register: 1,
      robot: 1,
      cell: [0, 0],
      because: 'pit',
      lives: 2,
    };

    expect(direct([died], 1, 4)).toBeGreaterThan(1.5 * direct([died], 0, 4));
    expect(direct([died], null, 4)).toBe(direct([died], 1, 4));
  });

  it('slows down where robots meet, whoever they are', () => {
    expect(direct([pushed, moved], 0, 4)).toBeGreaterThan(direct([moved], 1, 4));
  });
});

// The clocks of the server wait so long for each turn of these matches (tests/page).
describe.each(Object.entries(films))('the turns of %s', (file, waits) => {
  const text = readFileSync(`../tests/corpus/v1/${file}.jsonl`, 'utf8');
  const [head, ...entries] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const { players } = (head as { opening: State }).opening;
  const turns = (entries as Entry[]).map(({ events }) => events).filter(isResolution);
  const [LEAD, SLOWEST] = [500, 0.5];

  it('are over for the slowest viewer when a clock starts', () => {
    expect(turns).toHaveLength(waits.length);
    for (const [at, events] of turns.entries())
      for (const you of [null, ...players.keys()]) {
        const plan = steps(events, standings(players), you);
        const length = LEAD + plan.reduce((sum, { lasts }) => sum + lasts, 0);
        expect(length / SLOWEST).toBeLessThanOrEqual(waits[at] ?? 0);
        // Nor does it wait much longer than whoever watches all.
        if (you === null) expect(length / SLOWEST).toBeGreaterThan(0.7 * (waits[at] ?? 0));
      }
  });
});

describe('whoever comes while a film runs', () => {
  const film = [{ lasts: 800 }, { lasts: 300 }];

  it('sees the step that the others see', () => {
    for (const [time, seen] of [
      [0, 0],
      [LEAD - 1, 0],
      [LEAD, 1],
      [LEAD + 799, 1],
      [LEAD + 800, 2],
    ] as const)
      expect(seenAfter(film, time)).toBe(seen);
  });

  it('sees the end when the last step has been shown', () => {
    expect(seenAfter(film, LEAD + 1100)).toBe(film.length);
    expect(seenAfter([], 0)).toBe(0);
  });
});
