import { describe, expect, it } from 'vitest';
import type { Tally } from '../../../wire/generated/rally';
import { figureRows } from './figureRows';
import { IDLE } from './idle';

function told(...tallies: Partial<Tally>[]): [title: string, ...said: string[]][] {
  return figureRows(tallies.map((each) => ({ ...IDLE, ...each }))).map(({ title, figures }) => [
    title,
    ...figures.map(({ said }) => said),
  ]);
}

describe('what robots did', () => {
  it('is told of everybody where somebody did it', () => {
    expect(told({ driven: 7, flags: [2, 3] }, { driven: 4, lost: 1 })).toEqual([
      ['Flags', '2', '0'],
      ['Cells driven', '7', '4'],
      ['Armour lost', '0', '1'],
    ]);
  });

  it('is nothing where nobody did anything', () => {
    expect(told({}, {})).toEqual([]);
  });
});
