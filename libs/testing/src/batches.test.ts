import { expect, test } from '@jest/globals';
import { answerOne, answerBatch } from './batches.js';

const later = Symbol('later');

test('calls that are deferred are answered by later batches, each in its place', async () => {
  const batches: number[][] = [];
  const outcomes = await answerBatch(
    async (_needs: object, calls: readonly { input: number }[]) => {
      const inputs = calls.map(({ input }) => input);
      batches.push(inputs);
      return inputs.map((input, position) =>
        position < 2 ? Promise.resolve<number | symbol>(input * 2) : later,
      );
    },
    {},
    [1, 2, 3, 4, 5],
  );
  expect(outcomes).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1, 2, 3, 4, 5], [3, 4, 5], [5]]);
});

test('a handler that defers the first call of a batch would never end', async () => {
  let batches = 0;
  const answering = answerBatch(
    async () => {
      batches += 1;
      // Ends the test where this is not noticed.
      return [batches > 3 ? 'at last' : later];
    },
    {},
    [1],
  );
  await expect(answering).rejects.toThrow('The first call of a batch was deferred.');
});

test('a problem of a single call is thrown', async () => {
  const refusal = new Error('No.');
  await expect(answerOne(async () => [refusal], {}, 1)).rejects.toBe(refusal);
  expect(await answerOne(async () => ['yes'], {}, 1)).toBe('yes');
});
