import { describe, expect, it } from 'vitest';
import type { Event } from '../../wire/generated/rally';
import { missedBy } from './missed';
import { programOfBot, stoodIn } from './ownEvents';

const away = [{ seat: 1, since: 5, until: 60, hasLeft: false, isVotedOut: false }];
const ready = (seat: number): Event => ({ type: 'ProgramReady', seat });
const entries: { version: number; at: number; events: Event[] }[] = [
  { version: 1, at: 1, events: [ready(1)] }, // by the player
  { version: 2, at: 10, events: [ready(0), { type: 'TurnBegan', turn: 2 }] },
  { version: 3, at: 20, events: [ready(1)] },
  {
    version: 4,
    at: 30,
    events: [
      ready(0),
      { type: 'FlagTouched', register: 1, robot: 1, cell: [0, 0], flag: 1 },
      { type: 'FlagTouched', register: 1, robot: 0, cell: [0, 0], flag: 1 },
      { type: 'TurnBegan', turn: 3 },
    ],
  },
  { version: 5, at: 40, events: [ready(1)] },
  { version: 6, at: 50, events: [ready(0), { type: 'TurnBegan', turn: 4 }] },
  { version: 7, at: 55, events: [{ type: 'TimeRanOut', seats: [1] }, ready(1)] },
];
const textOf = (event: Event) =>
  event.type === 'FlagTouched' ? 'Your robot touches flag 1.' : null;

describe('what one has missed', () => {
  it('is told to oneself, each of it once', () => {
    const missing = { seat: 1, span: [1, 7] as const, away, isPassed: false };

    expect(missedBy(missing, entries, textOf)).toEqual([
      'A bot programmed 2 turns for you: 2 and 3.',
      'Time ran out: chance filled your program in turn 4.',
      'Turn 2: Your robot touches flag 1.',
    ]);
    expect(missedBy({ ...missing, isPassed: true }, entries, textOf)[0]).toBe(
      'In 2 turns your cards were played as dealt: 2 and 3.',
    );
    // The turn that is on is told where the cards are, then and later.
    expect(missedBy({ ...missing, span: [1, 5] }, entries, textOf)[0]).toBe(
      'A bot programmed turn 2 for you.',
    );
    expect(missedBy({ ...missing, span: null }, entries, textOf)).toEqual([]);
  });

  it('is nothing that one did oneself, if only the answer was lost', () => {
    const missing = { seat: 1, span: [0, 1] as const, away, isPassed: false };

    expect(missedBy(missing, entries, textOf)).toEqual([]);
  });
});

it('is known which program a bot wrote', () => {
  expect(programOfBot(1, entries.slice(0, 5), away)?.turn).toBe(3);
  expect(programOfBot(1, entries, away)).toBeNull(); // chance did
  expect(programOfBot(1, entries, away, 30)?.turn).toBe(2);
  expect(programOfBot(1, entries.slice(0, 1), away)).toBeNull();
  expect(stoodIn(entries, away)).toEqual([1]);
  expect(stoodIn(entries.slice(0, 2), away)).toEqual([]);
});
