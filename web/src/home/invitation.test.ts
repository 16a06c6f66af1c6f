import { describe, expect, it } from 'vitest';
import { readInvitation } from './invitation';

const HOST = 'play.example.org';

describe('an invitation', () => {
  it('is a code, if it is no link', () => {
    expect(readInvitation('  KITE-42 ', HOST)).toEqual({ kind: 'code', code: 'KITE-42' });
    expect(readInvitation('   ', HOST)).toEqual({ kind: 'nothing' });
  });

  it.each([
    'https://play.example.org/table/abc_-1',
    'play.example.org/table/abc_-1',
    '/table/abc_-1',
    'https://play.example.org/games/table/abc_-1?x=1',
  ])('is a table of this server: %s', (text) => {
    expect(readInvitation(text, HOST)).toEqual({ kind: 'table', id: 'abc_-1' });
  });

  it.each(['https://other.example.net/table/abc', 'other.example.net/table/abc'])(
    'may lead elsewhere: %s',
    (text) => {
      expect(readInvitation(text, HOST)).toEqual({
        kind: 'elsewhere',
        link: 'https://other.example.net/table/abc',
      });
    },
  );
});
