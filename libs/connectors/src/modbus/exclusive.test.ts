import { expect, test } from '@jest/globals';
import { enter } from './exclusive.js';

const endless = new AbortController().signal;

test('works under a key one after the other, in the order of arrival', async () => {
  const order: number[] = [];
  const works = [1, 2, 3].map(async (number) => {
    const leave = await enter('one', endless);
    order.push(number);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(-number);
    leave();
  });
  await Promise.all(works);
  expect(order).toEqual([1, -1, 2, -2, 3, -3]);
});

test('works under other keys at the same time', async () => {
  const leave = await enter('two', endless);
  const other = await enter('three', endless);
  leave();
  other();
});

test('gives up when it is aborted, and lets others pass', async () => {
  const leave = await enter('four', endless);
  const late = enter('four', AbortSignal.timeout(10));
  const next = enter('four', endless);
  await expect(late).rejects.toThrow();
  leave();
  (await next)();
});
