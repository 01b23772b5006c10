import { expect, test } from '@jest/globals';
import { configurationSchema, pollInterval, secret } from '@trellis/connector-sdk';
import { mergePatch } from '@trellis/contracts';
import { z } from 'zod';
import { requireReentry } from './require-reentry.js';

const schema = configurationSchema(
  z.strictObject({
    host: z.string().meta({ title: 'Bridge' }),
    password: z.string().optional().meta(secret),
    security: z
      .discriminatedUnion('scheme', [
        z.strictObject({ scheme: z.literal('basic'), password: z.string().meta(secret) }),
        z.strictObject({ scheme: z.literal('bearer'), token: z.string().meta(secret) }),
      ])
      .optional(),
    accounts: z.array(z.strictObject({ key: z.string().meta(secret) })).optional(),
    prefix: z.string().optional(),
    interval_ms: pollInterval(1000),
  }),
);
const bearer = { scheme: 'bearer', token: 't' };

/** The secrets that a patch has to name. */
function namedBy(before: object, patch: object): [pointer: string, detail: string][] {
  const after = mergePatch(before, patch) as object;
  try {
    requireReentry(schema, { keepsSecrets: ['prefix'], before, after, patch });
    return [];
  } catch (error) {
    const { errors } = (error as { extras: { errors: { pointer: string; detail: string }[] } })
      .extras;
    return errors.map(({ pointer, detail }) => [pointer, detail]);
  }
}

test('a stored secret is sent to no other address', () => {
  const detail = 'Enter it again, since “Bridge” changes.';
  const before = { host: 'a', password: 'p', security: bearer, accounts: [{ key: 'k' }] };
  expect(namedBy(before, { host: 'b' })).toEqual([
    ['/configuration/password', detail],
    ['/configuration/security/token', detail],
    ['/configuration/accounts/0/key', detail],
  ]);
  const again = { password: 'p', security: { token: 't' }, accounts: null };
  expect(namedBy(before, { host: 'b', ...again })).toEqual([]);
  expect(namedBy(before, { host: 'b', password: null, security: null, accounts: [] })).toEqual([]);
});

test('a secret, and what has no say in where it is sent, change by themselves', () => {
  const before = { host: 'a', password: 'p', security: bearer, interval_ms: 1000 };
  expect(namedBy(before, { password: 'q' })).toEqual([]);
  expect(namedBy(before, { interval_ms: 2000, prefix: 'home' })).toEqual([]);
  expect(namedBy({ host: 'a' }, { host: 'b' })).toEqual([]);
});

test('another kind of credentials is how a secret is sent, too', () => {
  const before = { host: 'a', password: 'p', security: bearer };
  const patch = { security: { scheme: 'basic', password: 'q', token: null } };
  expect(namedBy(before, patch).map(([pointer]) => pointer)).toEqual(['/configuration/password']);
});
