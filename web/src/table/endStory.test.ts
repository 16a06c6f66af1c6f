import { expect, test } from 'vitest';
import { endedText, endNews, isCounterOffer, isUnsaid, repliesIn, replyText } from './endStory';

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
const end = (seat: number) => ({ type: 'EndAgreed', seat });
const abort = (seat: number) => ({ type: 'AbortAgreed', seat });
const resigned = { type: 'Resigned', seat: 1 };

test('others are told who declines or resigns, not that player', () => {
  expect(endNews([declined], 0, name)).toBe('Bruno declines the offer.');
  expect(endNews([declined], 1, name)).toBeNull();
});

test('a resignation says all', () => {
  expect(endNews([resigned], 0, name)).toBe('Bruno has resigned.');
  expect(endNews([declined, resigned], 0, name)).toBe(
    'Bruno has resigned. The offer is off the table.',
  );
});

test('another offer tells itself that it takes the place of the one before', () => {
  const isCounter = (...moments: unknown[][]) =>
    isCounterOffer(repliesIn(moments.map((events, at) => ({ version: at + 1, events }))));
  const counter = [declined, abort(1)];

  expect(endNews(counter, 0, name)).toBeNull();
  expect(isCounter([end(0)])).toBe(false);
  expect(isCounter([end(0)], counter)).toBe(true);
  expect(isCounter([end(0)], counter, [{ type: 'BidPlaced' }], [abort(0)])).toBe(true);
  expect(isCounter([end(0)], counter, [declined], [end(1)])).toBe(false);
});

test('whoever resigns or offers something else is not told to decline as well', () => {
  expect(isUnsaid(declined, [resigned])).toBe(true);
  expect(isUnsaid(declined, [abort(1)])).toBe(true);
  expect(isUnsaid(declined, [])).toBe(false);
  expect(isUnsaid(resigned, [])).toBe(false);
});

test('whoever comes after an offer agrees to it', () => {
  const agree = (...events: unknown[]) =>
    repliesIn(events.map((event, at) => ({ version: at + 1, events: [event] })));
  const [first, second, other] = [end(0), end(1), abort(1)];

  expect(agree(first, second).get(second)).toBe('agreed');
  expect(agree(first, other).get(other)).toBe('offered');
  expect(agree(first, { type: 'PlayOnSaid', seat: 0 }, second).get(second)).toBe('offered');
  expect(agree(first, declined, second).get(second)).toBe('offered');
});

test('the log says who agrees, but for bots, which follow the people', () => {
  const second = end(1);
  const told = (you: number | null, bot: string | null = null) =>
    replyText(second, new Map([[second, 'agreed']]), you, name, () => bot !== null);

  expect(told(0)).toBe('Bruno agrees.');
  expect(told(1)).toBe('You agree.');
  expect(told(0, 'level-3')).toBe('');
  expect(replyText(end(1), new Map(), 0, name, () => false)).toBeNull();
});

test('the log says in one line who would rather have something else', () => {
  const other = abort(1);
  const replies = repliesIn([
    { version: 1, events: [end(0)] },
    { version: 2, events: [declined, other] },
  ]);
  const told = (you: number | null) => replyText(other, replies, you, name, () => false);

  expect(told(0)).toBe('Bruno would rather abort the match.');
  expect(told(1)).toBeNull(); // that they want to abort it
});

test('nothing else is news', () => {
  expect(endNews([{ type: 'EndAgreed', seat: 1 }], 0, name)).toBeNull();
});
