import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { integerParameter, listAnswer, pageOf, pageQuery, scanQuery, walkQuery } from './list.js';

const accepts = (query: z.ZodRawShape, given: object) =>
  z.strictObject(query).safeParse(given).success;
const encoded = (cursor: string) => Buffer.from(cursor).toString('base64url');

test.each([pageQuery, scanQuery, walkQuery])('a page has 1 to 1000 items', (query) => {
  for (const limit of ['1', '999', '1000']) expect(accepts(query, { limit })).toBe(true);
  for (const limit of ['0', '1001', '-1', '1.5', '1e2', '']) {
    expect(accepts(query, { limit })).toBe(false);
  }
});

test('a parameter is a whole number from its minimum to its maximum', () => {
  const hours = integerParameter(2, 24);
  expect([hours.parse('2'), hours.parse('24')]).toEqual([2, 24]);
  const messages = ['1', '25', 'x'].map((text) => hours.safeParse(text).error!.issues[0]!.message);
  expect(messages).toEqual([
    'Must be at least 2.',
    'Must be at most 24.',
    'Must be a whole number.',
  ]);
});

test('a cursor is one that a list has given, and nothing else', () => {
  for (const cursor of ['1', '123456789012345678']) {
    expect(z.object(pageQuery).parse({ cursor: encoded(cursor) }).cursor).toBe(cursor);
  }
  for (const cursor of ['0', '-1', '1.5', '1234567890123456789', '', 'x']) {
    expect(accepts(pageQuery, { cursor: encoded(cursor) })).toBe(false);
  }
  expect(accepts(walkQuery, { cursor: encoded('x'.repeat(4_096)) })).toBe(true);
  expect(accepts(walkQuery, { cursor: encoded('x'.repeat(4_097)) })).toBe(false);
});

test('a page without parameters has 1000 items and begins at the start', () => {
  expect(pageOf({})).toEqual({ limit: 1_000 });
  expect(pageOf({ limit: 5, cursor: '7' })).toEqual({ limit: 5, cursor: '7' });
});

test('a page links to the next one, with the parameters of its own', () => {
  const address = { base: 'https://trellis.example', url: '/api/v1/units?type=a%20b&cursor=old' };
  const double = (n: number) => n * 2;
  expect(listAnswer({ items: [1, 2] }, address, double)).toEqual({
    body: [2, 4],
  });
  expect(listAnswer({ items: [3], next: '42' }, address, double)).toEqual({
    body: [6],
    links: { next: 'https://trellis.example/api/v1/units?type=a+b&cursor=NDI' },
  });
});
