import { expect, test } from 'vitest';
import { bytesOf, textOf } from './base64';

test.each([
  ['', []],
  ['AA', [0]],
  ['-_-_', [251, 255, 191]],
  ['_w', [255]],
])('%s is read and written', (text, bytes) => {
  expect([...bytesOf(text)]).toEqual(bytes);
  expect(textOf(Uint8Array.from(bytes).buffer)).toBe(text);
});
