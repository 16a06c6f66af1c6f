import { expect, test } from 'vitest';
import { waitLeft } from './botsWait';

test('bots leave the next target to people, and count the last seconds', () => {
  expect(waitLeft([null, 'level-3'], 599_000)).toEqual({ isShort: false, seconds: 599 });
  expect(waitLeft([null, 'level-3'], 60_001)).toEqual({ isShort: false, seconds: 61 });
  expect(waitLeft([null, 'level-3'], 60_000)).toEqual({ isShort: true, seconds: 60 });
  expect(waitLeft([null, 'level-3'], 400)).toEqual({ isShort: true, seconds: 1 });
  expect(waitLeft([null, 'level-3'], 0)).toBeNull();
});

test('where no bot of ours plays, nobody counts', () => {
  expect(waitLeft([null, null], 60_000)).toBeNull();
  expect(waitLeft([null, 'random'], 60_000)).toBeNull();
});
