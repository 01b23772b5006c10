import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { createFold, deepParameter } from './deep-parameters.js';

const query = z.strictObject({
  type: z.string().optional(),
  of: deepParameter(z.record(z.string(), z.string()), 'Texts.'),
});
const parse = (sent: Record<string, unknown>) => query.safeParse(createFold(query)!(sent));

test('members of a parameter become an object', () => {
  const sent = { type: 'a', 'of[one]': '1', 'of[constructor]': '2' };
  expect(parse(sent).data).toEqual({ type: 'a', of: { one: '1', constructor: '2' } });
  expect(parse({ type: 'a' }).data).toEqual({ type: 'a' });
});

test.each([
  [{ 'type[a]': '1' }],
  [{ 'of[a][b]': '1' }],
  [{ 'of[]': '1' }],
  [{ 'of[__proto__]': '1' }],
  [{ of: '1' }],
  [{ 'of[a]': ['1', '2'] }],
])('%j is refused', (sent) => {
  expect(parse(sent).success).toBe(false);
});

test('queries without such parameters stay as they are', () => {
  expect(createFold(z.strictObject({ type: z.string() }))).toBeUndefined();
});
