import { describe, expect, test } from 'vitest';
import { begun, did, redone, undone, wayOf } from './history';

const KEY = {
  key: 'z',
  code: 'KeyZ',
  ctrlKey: true,
  metaKey: false,
  shiftKey: false,
  altKey: false,
};

describe('the history of a drawing', () => {
  test('goes back and forth', () => {
    const drawn = did(did(begun('a'), 'b'), 'c');
    expect(undone(undone(drawn)).now).toBe('a');
    expect(redone(undone(drawn))).toEqual(drawn);
    expect(undone(begun('a')).now).toBe('a');
    expect(redone(drawn)).toEqual(drawn);
  });

  test('forgets what was undone as soon as something else is done', () => {
    const other = did(undone(did(begun('a'), 'b')), 'c');
    expect(other.future).toEqual([]);
    expect(undone(other).now).toBe('a');
  });

  test('keeps nothing where nothing changed', () => {
    expect(did(begun('a'), 'a').past).toEqual([]);
  });

  test('is not endless', () => {
    let history = begun(0);
    for (let at = 1; at <= 500; at += 1) history = did(history, at);
    expect(history.past.length).toBe(200);
    expect(history.past.at(-1)).toBe(499);
  });

  test('is walked by the usual keys', () => {
    expect(wayOf(KEY)).toBe('undo');
    expect(wayOf({ ...KEY, key: 'Z', shiftKey: true })).toBe('redo');
    expect(wayOf({ ...KEY, key: 'y', code: 'KeyY' })).toBe('redo');
    expect(wayOf({ ...KEY, key: 'ζ' })).toBe('undo');
    expect(wayOf({ ...KEY, ctrlKey: false, metaKey: true })).toBe('undo');
    expect(wayOf({ ...KEY, ctrlKey: false })).toBe(null);
    expect(wayOf({ ...KEY, altKey: true })).toBe(null);
  });
});
