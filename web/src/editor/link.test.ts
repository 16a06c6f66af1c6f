import { describe, expect, test } from 'vitest';
import { BadLink, fileName, packed, unpacked } from './link';

describe('a text in a link', () => {
  test('comes out as it went in', async () => {
    const text = 'name: Γύρος è più\n  .  .  S\n'.repeat(20);
    const link = await packed(text);
    expect(link).toMatch(/^1[\w-]+$/);
    expect(link.length).toBeLessThan(text.length / 3);
    expect(await unpacked(link)).toBe(text);
  });

  test.each(['', '1', '2abc', '1!!!', '1AAAA', 'course'])('“%s” is none', async (link) => {
    await expect(unpacked(link)).rejects.toBeInstanceOf(BadLink);
  });

  test('a short link with a huge text in it is refused', async () => {
    const bomb = await packed('.'.repeat(1_000_000));
    expect(bomb.length).toBeLessThan(2_000);
    await expect(unpacked(bomb)).rejects.toBeInstanceOf(BadLink);
  });
});

test('files are called like what is in them', () => {
  expect(fileName('Ann’s 2nd Loop!', 'txt')).toBe('ann-s-2nd-loop.txt');
  expect(fileName('Γύρος', 'svg')).toBe('γύρος.svg');
  expect(fileName('../', 'png')).toBe('drawing.png');
});
