import { describe, expect, it } from 'vitest';
import type { Mistake } from '../../../wire/generated/table';
import type { Cell } from '../../../wire/generated/ricochet';
import {
  cellName,
  linkOf,
  marked,
  ownSize,
  positionText,
  robotsOf,
  robotsText,
  sectionsOf,
  textOf,
} from './notation';

const text = 'G1R2B2Y2 ro5,ga14,bl14,yj16 red-square';
const link = 'G1R2B2Y2_ro5,ga14,bl14,yj16_red-square';

describe('a cell', () => {
  it('is written by its column from the west and its row from the north', () => {
    expect([cellName([0, 0]), cellName([15, 15]), cellName([14, 4])]).toEqual(['a1', 'p16', 'o5']);
  });
});

describe('robots', () => {
  it('are read in any order, and written in theirs', () => {
    expect(robotsText(robotsOf('sp16,yj16,ro5,bl14,ga14'))).toBe('ro5,ga14,bl14,yj16,sp16');
  });
});

describe('a board of one’s own', () => {
  it('tells its size, and has no sections', () => {
    expect(ownSize('v1.20x12.--1...-2av')).toEqual({ columns: 20, rows: 12 });
    expect(sectionsOf('v1.20x12.--1...-2av')).toEqual([]);
    expect(ownSize('G1R2B2Y2')).toBeNull();
    expect(sectionsOf('G1R2B2Y2')).toEqual(['G1', 'R2', 'B2', 'Y2']);
  });

  it('may have eight robots, and columns beyond z', () => {
    const robots = 'raa1,gz2,bc3,yd4,se5,vf6,tg7,paf32';

    expect(robotsText(robotsOf(robots))).toBe(robots);
    expect(robotsOf(robots)[7]).toEqual([31, 31]);
  });
});

describe('a position', () => {
  it('is written on one line', () => {
    const robots: Cell[] = [[14, 4], [0, 13], [11, 13], [9, 15]]; // prettier-ignore

    expect(positionText('G1R2B2Y2', robots, 'red-square')).toBe(text);
  });

  it('has the silver robot at its end', () => {
    const robots: Cell[] = [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]; // prettier-ignore

    expect(positionText('G1R2B2Y2', robots, 'vortex')).toBe('G1R2B2Y2 ra1,gb1,bc1,yd1,se1 vortex');
  });
});

describe('a link', () => {
  it('is the text with underscores, and leads back to it', () => {
    expect(linkOf(text)).toBe(link);
    expect(linkOf(`  ${text.replace(' ', '   ')} `)).toBe(link);
    expect(textOf(link)).toBe(text);
  });

  it('may come with its commas and spaces encoded', () => {
    expect(textOf('G1R2B2Y2%20ro5%2Cga14_red-square')).toBe('G1R2B2Y2 ro5,ga14 red-square');
  });

  it('keeps what is wrong, so that it can be told', () => {
    expect(textOf('100%')).toBe('100%');
    expect(textOf(decodeURI(linkOf('50% ü/?#')))).toBe('50% ü/?#');
  });
});

function mistake(at: number): Mistake {
  return { at, because: '', code: '', facts: {} };
}

describe('marked', () => {
  it('parts a text at its mistakes, each up to the end of its word', () => {
    const robot = mistake(10);
    const target = mistake(27);

    expect(marked('G1R2B2Y2 xx5,ga14,bl14 yj16 pink', [target, robot])).toEqual([
      { text: 'G1R2B2Y2 ', mistake: null },
      { text: 'xx5', mistake: robot },
      { text: ',ga14,bl14 yj1', mistake: null },
      { text: '6', mistake: target },
      { text: ' pink', mistake: null },
    ]);
  });

  it('has a place behind the end for what is missing', () => {
    const missing = mistake(4);

    expect(marked('abc', [missing])).toEqual([
      { text: 'abc', mistake: null },
      { text: '', mistake: missing },
    ]);
  });

  it('is the text again when its pieces are put together', () => {
    const mistakes = [1, 3, 3, 9, 40].map(mistake);

    expect(
      marked(text, mistakes)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('has nothing to mark in a text without mistakes', () => {
    expect(marked('abc', [])).toEqual([{ text: 'abc', mistake: null }]);
  });
});
