import { expect, test } from 'vitest';
import { endedText } from './endStory';

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
