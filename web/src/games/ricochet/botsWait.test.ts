import { expect, test } from 'vitest';
import { waitLeft } from './botsWait';

test('bots leave the next target to people, for so many minutes, then seconds', () => {
  expect(waitLeft([null, 'level-3'], 599_000)).toEqual({ minutes: 10, seconds: 599 });
  expect(waitLeft([null, 'level-3'], 60_001)).toEqual({ minutes: 2, seconds: 61 });
  expect(waitLeft([null, 'level-3'], 60_000)).toEqual({ minutes: null, seconds: 60 });
  expect(waitLeft([null, 'level-3'], 400)).toEqual({ minutes: null, seconds: 1 });
  expect(waitLeft([null, 'level-3'], 0)).toBeNull();
});

test('where no bot of ours plays, nobody counts', () => {
  expect(waitLeft([null, null], 60_000)).toBeNull();
  expect(waitLeft([null, 'random'], 60_000)).toBeNull();
});
