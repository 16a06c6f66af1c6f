import { expect, it } from 'vitest';
import { afterFirst } from './solver';

it('asks for nothing else until the first answer has brought an id', async () => {
  const asSolver = afterFirst();
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const ask = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      asked.push(name);
      answers.push(() => (name === 'lost' ? reject(new Error(name)) : resolve(name)));
    });

  const lost = asSolver(ask('lost'));
  const second = asSolver(ask('second'));
  const third = asSolver(ask('third'));
  expect(asked).toEqual(['lost']);
  answers[0]?.();
  await expect(lost).rejects.toThrow('lost');
  await Promise.resolve();
  expect(asked).toEqual(['lost', 'second']);
  answers[1]?.();
  await second;
  await Promise.resolve();
  answers[2]?.();

  expect(await third).toBe('third');
  expect(asked).toEqual(['lost', 'second', 'third']);
});
