// What was done to a drawing, so that it can be undone and done again. Pure; of any value.

import { keyOf } from '../app/keys';

export interface History<T> {
  readonly past: readonly T[]; // the latest last
  readonly now: T;
  readonly future: readonly T[]; // the next first
}

const MOST = 200; // steps that can be undone

export function begun<T>(value: T): History<T> {
  return { past: [], now: value, future: [] };
}

/** A step further. What was undone before is forgotten; where nothing changed, nothing is kept. */
export function did<T>(history: History<T>, value: T): History<T> {
  if (value === history.now) return history;
  return { past: [...history.past, history.now].slice(-MOST), now: value, future: [] };
}

export function undone<T>({ past, now, future }: History<T>): History<T> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future };
  return { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redone<T>({ past, now, future }: History<T>): History<T> {
  const [next, ...later] = future;
  if (next === undefined) return { past, now, future };
  return { past: [...past, now], now: next, future: later };
}

/** Which way a key goes: Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y do it again. */
export function wayOf(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = keyOf(event);
  if (key === 'y') return 'redo';
  return key === 'z' ? (event.shiftKey ? 'redo' : 'undo') : null;
}
