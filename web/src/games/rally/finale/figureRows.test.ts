import { describe, expect, it } from 'vitest';
import type { Robot, Tally } from '../../../wire/generated/rally';
import { figureRows } from './figureRows';
import { IDLE } from './idle';

function told(
  tallies: readonly Partial<Tally>[],
  resigned: readonly number[] = [],
): [title: string, ...said: string[]][] {
  const robot = { armour: 9, lives: 3 } as Robot;
  return figureRows(
    tallies.map((each) => ({ ...IDLE, ...each })),
    [{ robot }, { robot: { ...robot, armour: 4, lives: 2 } }],
    resigned,
  ).map(({ title, figures }) => [title, ...figures.map(({ said }) => said)]);
}

describe('what robots did', () => {
  it('is told of everybody where somebody did it', () => {
    expect(
      told([
        { driven: 7, flags: [2, 3] },
        { driven: 4, lost: 1 },
      ]),
    ).toEqual([
      ['Cells driven', '7', '4'],
      ['Armour lost', '0', '1'],
      ['Armour left', '9', '4'],
      ['Lives left', '3', '2'],
    ]);
  });

  it('is what is left where nobody did anything', () => {
    expect(told([{}, {}]).map(([title]) => title)).toEqual(['Armour left', 'Lives left']);
  });

  it('is nothing left of those who resigned', () => {
    expect(told([{}, {}], [1]).map(([, ...said]) => said)).toEqual([
      ['9', '–'],
      ['3', '–'],
    ]);
  });
});
