import { expect, test } from '@jest/globals';
import { answerOne, answerSet } from './sets.js';

const later = Symbol('later');

test('calls that are deferred are answered by later sets, each in its place', async () => {
  const sets: number[][] = [];
  const outcomes = await answerSet(
    async (_needs: object, calls: readonly { input: number }[]) => {
      const inputs = calls.map(({ input }) => input);
      sets.push(inputs);
      return inputs.map((input, position) =>
        position < 2 ? Promise.resolve<number | symbol>(input * 2) : later,
      );
    },
    {},
    [1, 2, 3, 4, 5],
  );
  expect(outcomes).toEqual([2, 4, 6, 8, 10]);
  expect(sets).toEqual([[1, 2, 3, 4, 5], [3, 4, 5], [5]]);
});

test('a handler that defers the first call of a set would never end', async () => {
  let sets = 0;
  const answering = answerSet(
    async () => {
      sets += 1;
      // Ends the test where this is not noticed.
      return [sets > 3 ? 'at last' : later];
    },
    {},
    [1],
  );
  await expect(answering).rejects.toThrow('The first call of a set was deferred.');
});

test('a problem of a single call is thrown', async () => {
  const refusal = new Error('No.');
  await expect(answerOne(async () => [refusal], {}, 1)).rejects.toBe(refusal);
  expect(await answerOne(async () => ['yes'], {}, 1)).toBe('yes');
});
