import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { list } from './bounded.js';

const pair = list(z.string(), 2);

test('a list has as many items as it says, and one error when it has more', () => {
  expect(pair.safeParse(['a', 'b'])).toEqual({ success: true, data: ['a', 'b'] });
  const { issues } = pair.safeParse(['a', 'b', 3, 4]).error!;
  expect(issues.map(({ path, message }) => [path, message])).toEqual([
    [[], 'Must have at most 2 items.'],
  ]);
});

test('the items of a list are checked, each in its place', () => {
  expect(pair.safeParse(['a', 1]).error!.issues).toMatchObject([{ path: [1] }]);
  expect(pair.safeParse('ab').success).toBe(false);
});
