import { describe, expect, it } from 'vitest';
import { qrCode } from './qr';

// Two other programs read “hi” from it.
const HI = `
111111100111101111111
100000100110101000001
101110101101101011101
101110101100101011101
101110101001101011101
100000101100101000001
111111101010101111111
000000001011100000000
101111100000101111100
011101010010100100001
001100110101010011110
111010000100000110100
111010100001010010101
000000001001111001001
111111100010101100010
100000101111111001001
101110101000100100100
101110101110100100100
101110101001010011100
100000100110000110100
111111101011010011110
`.trim();

describe('a QR code', () => {
  it('is as others read it', () => {
    const drawn = qrCode('hi')?.map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));

    expect(drawn?.join('\n')).toBe(HI);
  });

  it('grows with the text, up to 213 bytes', () => {
    const size = (length: number) => qrCode('x'.repeat(length))?.length;

    expect([14, 15, 62, 152, 213].map(size)).toEqual([21, 25, 33, 49, 57]);
    expect(qrCode('x'.repeat(214))).toBeNull();
  });

  it('has its three corners whatever is written', () => {
    for (const text of ['', 'https://example.org/table/m3uHk1oZJ2mCRM3nTgzTqQ']) {
      const cells = qrCode(text) ?? [];
      const last = cells.length - 1;
      for (const [x, y] of [
        [3, 3],
        [last - 3, 3],
        [3, last - 3],
      ] as const)
        // prettier-ignore
        expect([cells[y]?.[x], cells[y]?.[x - 2], cells[y]?.[x - 3]]).toEqual([true, false, true]);
    }
  });
});
