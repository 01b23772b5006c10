import { expect, test } from '@jest/globals';
import type { Operation } from '../api/activity.js';
import { withOperations } from './apply-operations.js';

const operation = (id: string, count = 1) => ({ id, count }) as Operation;
const list = (...pages: Operation[][]) => ({
  pages: pages.map((items) => ({ items, next: undefined })),
  pageParams: [],
});
const shown = (given: ReturnType<typeof list>, stored: Operation[]) =>
  withOperations(given, stored).pages.map(({ items }) =>
    items.map(({ id, count }) => `${id} ${count}`),
  );

test('new operations come first, the last one above the others', () => {
  expect(shown(list([operation('a')]), [operation('b'), operation('c')])).toEqual([
    ['c 1', 'b 1', 'a 1'],
  ]);
});

test('one that was repeated moves to the top, from whatever page', () => {
  const given = list([operation('a'), operation('b')], [operation('c')]);
  expect(shown(given, [operation('c', 2), operation('c', 3)])).toEqual([['c 3', 'a 1', 'b 1'], []]);
});
