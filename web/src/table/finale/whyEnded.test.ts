import { expect, it } from 'vitest';
import { whyEnded } from './whyEnded';

const BY_AGREEMENT = 'ended by agreement';

it('does not tell of an agreement where one person was left', () => {
  const three = { people: [0, 1, 2], left: [] as number[] };

  expect(whyEnded(BY_AGREEMENT, three, [], [])).toBe('Ended early, as agreed.');
  expect(whyEnded(BY_AGREEMENT, three, [2], ['Cleo'])).toBe('Ended early, as agreed.');
  expect(whyEnded(BY_AGREEMENT, { ...three, left: [1] }, [2], ['Cleo'])).toBe('Ended early.');
  expect(whyEnded(BY_AGREEMENT, { ...three, people: [0] }, [], [])).toBe('Ended early.');
  expect(whyEnded('aborted by agreement', { ...three, people: [0] }, [], [])).toContain('aborted');
  expect(whyEnded('touched the last flag', three, [], [])).toBeNull();
});
