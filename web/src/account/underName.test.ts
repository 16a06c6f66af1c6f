import { expect, test } from 'vitest';
import { underName } from './passkeys';

test('the address of this computer has a name, where passkeys work', () => {
  expect(underName('http://127.0.0.1:8000/account')).toBe('http://localhost:8000/account');
  expect(underName('http://[::1]:81/account')).toBe('http://localhost:81/account');
});

test('no other address is this computer', () => {
  for (const host of ['localhost', 'example.org', '192.168.1.7', '127.example.org'])
    expect(underName(`http://${host}/account`)).toBeNull();
});
