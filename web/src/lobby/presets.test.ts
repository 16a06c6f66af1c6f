import { describe, expect, it } from 'vitest';
import { presetLike } from './presets';

const PRESETS = { sheet: {}, gentle: { edge: 'wall', flags_save: true } };

describe('a preset', () => {
  it('is known by what is in it, in whatever order', () => {
    expect(presetLike(PRESETS, {})).toBe('sheet');
    expect(presetLike(PRESETS, { flags_save: true, edge: 'wall' })).toBe('gentle');
  });

  it('is none once something was changed', () => {
    expect(presetLike(PRESETS, { flags_save: false, edge: 'wall' })).toBeNull();
  });
});
