import { describe, expect, it } from 'vitest';
import { eventsBetween, linesOf, merged } from './entries';

function entry(version: number) {
  return { version, events: [`event ${version}`] };
}

describe('merged', () => {
  it('has every entry once, in its order, whichever way it came', () => {
    const [one, two, three] = [entry(1), entry(2), entry(3)];

    expect(merged([two, three], [one, two])).toEqual([one, two, three]);
  });

  it('forgets the oldest of very many', () => {
    const many = Array.from({ length: 550 }, (_, at) => entry(at + 1));

    expect(merged([], many).map(({ version }) => version)).toEqual(
      Array.from({ length: 500 }, (_, at) => at + 51),
    );
  });
});

describe('eventsBetween', () => {
  const entries = [1, 2, 3, 4].map(entry);

  it('is what happened after a version, up to another one', () => {
    expect(eventsBetween(entries, [1, 3])).toEqual(['event 2', 'event 3']);
  });

  it('is nothing for somebody who was not away', () => {
    expect(eventsBetween(entries, null)).toEqual([]);
  });
});

describe('linesOf', () => {
  it('leaves out what has no text, and names the rest by where it stands', () => {
    const entries = [{ version: 7, at: 0, events: ['said', 'silent', 'said'] }];
    const textOf = (event: string) => (event === 'silent' ? null : event);

    expect(linesOf(entries, textOf).map(({ key }) => key)).toEqual(['7 0', '7 2']);
  });

  it('goes on with a line where the same thing goes on', () => {
    const entries = [
      { version: 7, at: 0, events: ['said', 'step'] },
      { version: 8, at: 0, events: ['silent', 'step', 'end', 'step'] },
    ];
    const textOf = (event: string) => (event === 'silent' ? null : event);
    const goesOn = (event: string, before: string) => event === 'step' && before === 'step';

    expect(linesOf(entries, textOf, { goesOn }).map(({ key, text }) => [key, text])).toEqual([
      ['7 0', 'said'],
      ['7 1', 'step · step'],
      ['8 2', 'end'],
      ['8 3', 'step'],
    ]);
  });

  it('tells what is no event where it happened', () => {
    const entries = [
      { version: 7, at: 10, events: ['one'] },
      { version: 8, at: 20, events: ['two'] },
    ];
    const besides = [5, 15, 16, 25].map((at) => ({ at, text: `at ${at}` }));
    const lines = linesOf(entries, (event) => event, { besides });

    expect(lines.map(({ text }) => text)).toEqual([
      'at 5',
      'one',
      'at 15',
      'at 16',
      'two',
      'at 25',
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(6);
  });

  it('tells of several steps the last one, and marks what begins a turn', () => {
    const entries = [{ version: 7, at: 0, events: ['turn', 'step', 'step', 'end'] }];
    const lines = linesOf(entries, (event) => event, {
      isHead: (event) => event === 'turn',
      isPassedBy: (event, [next]) => event === 'step' && next === 'step',
    });

    expect(lines.map(({ key, isHead }) => [key, isHead])).toEqual([
      ['7 0', true],
      ['7 2', false],
      ['7 3', false],
    ]);
  });
});
