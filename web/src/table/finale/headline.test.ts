import { describe, expect, it } from 'vitest';
import { endHeadline } from './headline';

const name = (seat: number) => ['Ann', 'Bruno', 'Carme', 'Dora'][seat] ?? '';

describe('endHeadline', () => {
  it('speaks to the winner', () => {
    expect(endHeadline([0], 0, name, null, [])).toEqual({ headline: 'You win!', sentence: null });
  });

  it('says to others who won, and to the second by how little', () => {
    expect(endHeadline([0], 2, name, null, []).headline).toBe('Ann wins!');
    expect(endHeadline([0], 1, name, 'Second, by one token', [])).toEqual({
      headline: 'Second, by one token',
      sentence: 'Ann wins!',
    });
  });

  it('names all who share a win', () => {
    expect(endHeadline([0, 1], 1, name, null, [])).toEqual({
      headline: 'You and Ann share the win!',
      sentence: null,
    });
    expect(endHeadline([0, 1], 2, name, null, []).headline).toBe('Ann and Bruno share the win!');
    expect(endHeadline([0, 1, 2, 3], 0, name, null, [])).toEqual({
      headline: 'You share the win!',
      sentence: 'Ann, Bruno, Carme, and Dora share the win!',
    });
    expect(endHeadline([], null, name, null, []).headline).toBe('Nobody wins.');
  });

  it('says where a bot played on, to whoever left, too', () => {
    expect(endHeadline([0], 1, name, null, [0])).toEqual({
      headline: 'Ann wins – a bot played on',
      sentence: null,
    });
    expect(endHeadline([0], 1, name, 'Second, by one token', [0]).sentence).toBe(
      'Ann wins – a bot played on.',
    );
    expect(endHeadline([0], 0, name, null, [0]).headline).toBe('A bot wins in your place');
    expect(endHeadline([0], 1, name, null, [2]).headline).toBe('Ann wins!');
  });
});
