import { expect, test } from '@jest/globals';
import { answerInGroups } from './calls.js';

test('groups are answered together, and their outcomes are in the order of the calls', async () => {
  const groups: number[][] = [];
  const outcomes = await answerInGroups(
    [5, 2, 3, 4],
    (call) => call % 2,
    async (remainder, calls) => {
      groups.push(calls);
      return calls.map((call) => `${call} leaves ${remainder}`);
    },
  );
  expect(groups).toEqual([
    [5, 3],
    [2, 4],
  ]);
  expect(outcomes).toEqual(['5 leaves 1', '2 leaves 0', '3 leaves 1', '4 leaves 0']);
});
