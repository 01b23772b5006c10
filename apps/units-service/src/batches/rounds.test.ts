import { expect, test } from '@jest/globals';
import { toRounds } from './calls.js';

test('a round has each key once, and writes to one key keep their order', () => {
  const writes = ['a1', 'b1', 'a2', 'c1', 'a3', 'b2'];
  expect(toRounds(writes, ([key]) => key!)).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']]);
  expect(toRounds([], String)).toEqual([]);
});
