import { describe, expect, test } from 'vitest';
import { droppedFor, kept, MOST_DRAFTS, readDrafts, restored, without, type Draft } from './drafts';

const draft = (id: string, changed: number): Draft<string> => ({
  id,
  name: id.toUpperCase(),
  changed,
  value: id,
});
const read = (value: unknown) => (typeof value === 'string' ? value : null);

describe('drafts', () => {
  test('the latest is the first, and none is there twice', () => {
    const drafts = [draft('b', 2), draft('a', 1)];
    expect(kept(drafts, draft('a', 3)).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('there are only so many', () => {
    const many = Array.from({ length: 40 }, (_, at) => draft(`d${at}`, at));
    expect(kept(many, draft('new', 99)).length).toBe(MOST_DRAFTS);
  });

  test('the oldest makes room for a new one, and for nothing else', () => {
    const full = Array.from({ length: MOST_DRAFTS }, (_, at) => draft(`d${at}`, 99 - at));
    expect(droppedFor(full, draft('new', 100))).toBe(full.at(-1));
    expect(droppedFor(full, draft('d7', 100))).toBe(undefined);
    expect(droppedFor(full.slice(1), draft('new', 100))).toBe(undefined);
  });

  test('what was deleted comes back to its place', () => {
    const drafts = [draft('c', 3), draft('b', 2), draft('a', 1)];
    expect(without(drafts, 'b').map(({ id }) => id)).toEqual(['c', 'a']);
    expect(restored(without(drafts, 'b'), draft('b', 2))).toEqual(drafts);
  });

  test('what cannot be read is left out', () => {
    const drafts = [draft('a', 1)];
    const odd = [null, 7, { id: 'x' }, { ...draft('y', 1), value: 5 }];
    expect(readDrafts(JSON.stringify([...odd, ...drafts]), read)).toEqual(drafts);
    expect(readDrafts('{"no": "list"}', read)).toEqual([]);
    expect(readDrafts('no JSON', read)).toEqual([]);
    expect(readDrafts(null, read)).toEqual([]);
  });
});
