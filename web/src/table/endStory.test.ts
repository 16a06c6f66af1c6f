import { expect, test } from 'vitest';
import { endedText, endNews } from './endStory';

test('where all others have resigned it is said who', () => {
  const because = 'all others have resigned';

  expect(endedText(because, ['Ada'])).toBe('Ada is out of the match.');
  expect(endedText(because, ['Ada', 'Ben'])).toBe('Ada and Ben are out of the match.');
  expect(endedText(because, [])).toBe(''); // only the reader has
});

test('other ends name nobody, and a match that is played to its end has none', () => {
  expect(endedText('aborted by agreement', ['Ada'])).toContain('aborted');
  expect(endedText('touched the last flag', [])).toBeNull();
  expect(endedText(null, [])).toBeNull();
});

const name = (seat: number) => ['Ann', 'Bruno'][seat] ?? '';
const declined = { type: 'OfferDeclined', seat: 1 };
const resigned = { type: 'Resigned', seat: 1 };

test('others are told who declines or resigns, not that player', () => {
  expect(endNews([declined], 0, name)).toBe('Bruno declines the offer.');
  expect(endNews([declined, { type: 'AbortAgreed', seat: 1 }], null, name)).toBe(
    'Bruno declines the offer.',
  );
  expect(endNews([declined], 1, name)).toBeNull();
});

test('a resignation says all', () => {
  expect(endNews([declined, resigned], 0, name)).toBe('Bruno has resigned.');
});

test('nothing else is news', () => {
  expect(endNews([{ type: 'EndAgreed', seat: 1 }], 0, name)).toBeNull();
});
