import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { memberErrors } from './json.js';

const errorsOf = (schema: z.ZodType, input: unknown) =>
  memberErrors(schema.safeParse(input).error!, ['body']);

test('twenty errors are all reported', () => {
  const errors = errorsOf(z.array(z.number()), new Array(20).fill('a/~'));
  expect(errors).toHaveLength(20);
  expect(errors.at(-1)).toEqual({
    pointer: '/body/19',
    detail: 'Invalid input: expected number, received string',
  });
});

test.each<[string, z.ZodType, unknown]>([
  ['wrong items', z.array(z.number()), new Array(2_021).fill('a')],
  [
    'unknown members',
    z.strictObject({}),
    Object.fromEntries(Array.from({ length: 2_021 }, (_, n) => [n, n])),
  ],
])('of thousands of %s, twenty are reported, with the number of the others', (_what, ...given) => {
  const errors = errorsOf(...given);
  expect(errors).toHaveLength(20);
  expect(errors.at(-1)).toEqual({
    pointer: '/body/19',
    detail: expect.stringMatching(/ \(and 2001 more errors\)$/),
  });
});

test.each<[string, z.ZodType]>([
  ['a text', z.string()],
  ['one of several values', z.enum(['on', 'off'])],
  ['one of several forms', z.union([z.string(), z.strictObject({})])],
])('a member that is missing is required: %s', (_what, member) => {
  expect(errorsOf(z.object({ member }), {})).toEqual([
    { pointer: '/body/member', detail: 'Is required.' },
  ]);
  const [wrong] = errorsOf(z.object({ member }), { member: 1 });
  expect(wrong!.detail).not.toMatch('required');
});

test('a name that a record does not allow says why', () => {
  const headers = z.record(z.string().regex(/^[a-z]+$/, 'Must be lower case.'), z.string());
  const { error } = z.object({ headers }).safeParse({ headers: { Upper: 'x' } });
  expect(memberErrors(error!)).toEqual([
    { pointer: '/headers/Upper', detail: 'Must be lower case.' },
  ]);
});
