import { expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { inBatches, individually } from './batches.js';

const limits = { maxItems: 100, maxInFlight: 1 };

test('items that arrive together are one batch', async () => {
  const batches: number[][] = [];
  const double = inBatches(async (numbers: number[]) => {
    batches.push(numbers);
    return numbers.map((n) => n * 2);
  }, limits);
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('an item that fails does not fail its neighbors', async () => {
  const double = inBatches(async (numbers: number[]) => {
    if (numbers.includes(2)) throw new Error('two');
    return numbers.map((n) => n * 2);
  }, limits);
  expect(await Promise.allSettled([1, 2, 3].map(double))).toMatchObject([
    { value: 2 },
    { reason: { message: 'two' } },
    { value: 6 },
  ]);
});

test('a batch is not tried again in parts while the database is unavailable', async () => {
  let attempts = 0;
  const store = inBatches(async () => {
    attempts += 1;
    throw Object.assign(new Error('It is away.'), { code: 'ECONNREFUSED' });
  }, limits);
  const outcomes = await Promise.allSettled([1, 2, 3].map(store));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(attempts).toBe(1);
});

test('calls that take turns fail by themselves, and no more are under way than a batch holds', async () => {
  let running = 0;
  let most = 0;
  const call = individually(
    async (n: number) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (n === 3) throw new Problem('timeout', 'Too late.');
      return n;
    },
    { maxItems: 2, maxInFlight: 1 },
  );
  expect(await Promise.allSettled([1, 2, 3, 4].map(call))).toMatchObject([
    { value: 1 },
    { value: 2 },
    { reason: { code: 'timeout' } },
    { value: 4 },
  ]);
  expect(most).toBe(2);
});
