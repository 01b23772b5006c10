import { expect, test } from '@jest/globals';
import { findCycle } from './cycle.js';

const edges = (...pairs: [parent: number, child: number][]) =>
  pairs.map(([parent, child]) => ({ parent: BigInt(parent), child: BigInt(child) }));

test('a cycle leads from the child down to the parent and back', () => {
  const link = { parent: 3n, child: 1n };
  expect(findCycle(edges([1, 2], [2, 3]), link)).toEqual([1n, 2n, 3n, 1n]);
});

test('the shortest of several paths is shown', () => {
  const diamond = edges([1, 2], [2, 4], [1, 3], [3, 5], [5, 4], [1, 4]);
  expect(findCycle(diamond, { parent: 4n, child: 1n })).toEqual([1n, 4n, 1n]);
});
