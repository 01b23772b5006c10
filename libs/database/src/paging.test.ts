import { expect, test } from '@jest/globals';
import { pageRange, toPage } from './paging.js';

const rows = (...keys: number[]) => keys.map((key) => ({ key: BigInt(key), id: `row ${key}` }));

test('a page begins after or before its cursor and fetches one row more than it holds', () => {
  const last = 2n ** 63n - 1n;
  expect(pageRange({ limit: 2 })).toEqual({ after: -1n, before: last, take: 3 });
  expect(pageRange({ limit: 2, cursor: '7' })).toEqual({ after: 7n, before: 7n, take: 3 });
  const beyond = '9'.repeat(19);
  expect(pageRange({ limit: 2, cursor: beyond })).toEqual({ after: last, before: last, take: 3 });
});

test('a page names the cursor of the next one only when one follows', () => {
  expect(toPage(rows(1, 2, 3), { limit: 2 }, ({ id }) => id)).toEqual({
    items: ['row 1', 'row 2'],
    next: '2',
  });
  expect(toPage(rows(1, 2), { limit: 2 }, ({ id }) => id)).toEqual({ items: ['row 1', 'row 2'] });
});
