import { expect, test } from '@jest/globals';
import { Ancestry } from './cycle.js';

const links = (...pairs: [parent: number, child: number][]) =>
  pairs.map(([parent, child]) => ({ parent: String(parent), child: String(child) }));
const link = (parent: number, child: number) => links([parent, child])[0]!;

test('a cycle leads from the child down to the parent and back', () => {
  const ancestry = new Ancestry(links([1, 2], [2, 3]));
  expect(ancestry.findCycle(link(3, 1))).toEqual(['1', '2', '3', '1']);
  expect(ancestry.findCycle(link(3, 3))).toEqual(['3', '3']);
  expect(ancestry.findCycle(link(1, 3))).toBeUndefined();
});

test('the shortest of several paths is shown', () => {
  const diamond = new Ancestry(links([1, 2], [2, 4], [1, 3], [3, 5], [5, 4], [1, 4]));
  expect(diamond.findCycle(link(4, 1))).toEqual(['1', '4', '1']);
});

test('a link that was removed again closes no cycle', () => {
  const ancestry = new Ancestry(links([1, 2]));
  ancestry.add(link(2, 3));
  expect(ancestry.findCycle(link(3, 1))).toEqual(['1', '2', '3', '1']);
  ancestry.remove(link(2, 3));
  expect(ancestry.findCycle(link(3, 1))).toBeUndefined();
});
