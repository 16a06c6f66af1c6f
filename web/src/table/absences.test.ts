import { expect, it } from 'vitest';
import { awayIn, awayTold, isAwayAt, votesIn } from './absences';

const names = ['Ann', 'Bruno', 'Cleo'];
const telling = { you: 0, isPassed: false, name: (seat: number) => names[seat] ?? '', votes: [] };
const playing = {
  voted_away: [] as number[],
  absences: [
    { seat: 1, since: 1010, until: 1020, has_left: false },
    { seat: 0, since: 1015, until: 1030, has_left: false },
    { seat: 1, since: 1040, until: null, has_left: true },
  ],
};
const away = awayIn(playing, 1000);
const texts = (entries: Parameters<typeof awayTold>[1], more: object = {}) =>
  awayTold(away, entries, { ...telling, ...more }).map(({ at, text }) => `${at}: ${text}`);

it('is told who of the others went, who came back, and who left', () => {
  expect(texts([])).toEqual([
    '10: A bot plays for Bruno until they’re back.',
    '15: You were away; a bot played for you.',
    '20: Bruno is back.',
    '40: Bruno has left the table. A bot plays on in their place.',
  ]);
  expect(texts([], { isPassed: true })[0]).toBe('10: Bruno is passed over until they’re back.');
});

it('is told that one was away, or is out oneself', () => {
  const own = { ...telling, you: 1 };
  const out = awayIn({ ...playing, voted_away: [1] }, 1000);

  expect(awayTold(away, [], own).map(({ text }) => text)).toEqual([
    'You were away; a bot played for you.',
    'A bot plays for Ann until they’re back.',
    'Ann is back.',
  ]);
  expect(awayTold(out, [], own).at(-1)?.text).toBe('The others voted you out.');
});

it('is told who was voted out', () => {
  const out = awayIn({ ...playing, voted_away: [1] }, 1000);

  expect(awayTold(out, [], telling).at(-1)?.text).toBe(
    'Bruno was voted out. A bot plays on in their place.',
  );
});

it('is told who votes on whom, but for oneself', () => {
  const ballots = [
    { chair: 2, guest: 'a', seat: 0, at: 1012, has_lapsed: true, taken_back_at: null },
    { chair: 2, guest: 'b', seat: 1, at: 1050, has_lapsed: true, taken_back_at: 1055 },
    { chair: 0, guest: 'c', seat: 2, at: 1060, has_lapsed: true, taken_back_at: null },
  ];
  const votes = votesIn({ seats: [0, 1, 2], votes: ballots }, 1000);

  expect(texts([], { votes }).filter((text) => text.includes('vote'))).toEqual([
    '12: You vote to remove Cleo.',
    '50: Bruno votes to remove Cleo.',
    '55: Bruno takes back the vote to remove Cleo.',
  ]);
  expect(texts([], { votes, you: null }).at(-1)).toBe('60: Cleo votes to remove Ann.');
  const unknown = votes.map((vote) => ({ ...vote, by: -1 })); // as earlier versions kept them
  expect(texts([], { votes: unknown })).toContain('12: somebody votes to remove Cleo.');
});

it('is told that votes lapse with the return of whoever they are on', () => {
  const back = (...votes: { at: number; takenBackAt: number | null }[]) =>
    texts([], { votes: votes.map((vote) => ({ ...vote, seat: 1, by: 2 })) }).find((text) =>
      text.includes('is back'),
    );

  expect(back({ at: 5, takenBackAt: null })).toBe(
    '20: Bruno is back. The vote to remove them no longer counts.',
  );
  expect(back({ at: 12, takenBackAt: 14 }, { at: 30, takenBackAt: null })).toBe(
    '20: Bruno is back.',
  );
});

it('is told of whoever has resigned only that they left', () => {
  const entries = [{ version: 1, at: 39, events: [{ type: 'Resigned', seat: 1 }] }];

  expect(texts(entries).at(-1)).toBe('40: Bruno has left the table.');
  expect(texts(entries.map((entry) => ({ ...entry, at: 5 })))).toHaveLength(2); // and one’s own absence
});

it('is known who was away at a moment', () => {
  expect([9, 10, 20, 21, 99].map((at) => isAwayAt(away, 1, at))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(isAwayAt(away, 2, 15)).toBe(false);
});
