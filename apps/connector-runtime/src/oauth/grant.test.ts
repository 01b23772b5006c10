import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createSealing, generateKey } from '@trellis/sealing';
import { openGrant, sealGrant } from './grant.js';

const sealing = createSealing(generateKey());
const client = { id: randomUUID(), developer: 'acme' };
const now = Date.parse('2026-11-22T12:00:00Z');
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

// How long a token lives, and after how many seconds it is refreshed.
test.each([
  [3_600, 3_540],
  [600, 540],
  [120, 60],
  [60, 30],
  [10, 5],
])('an access token that expires in %i s is refreshed after %i s', (expires_in, seconds) => {
  const { tokensExpire } = sealGrant(sealing, client, { access_token: 'a', expires_in });
  expect(tokensExpire).toEqual(new Date(now + seconds * 1000));
});

test('an access token without an end is not refreshed', () => {
  expect(sealGrant(sealing, client, { access_token: 'a' }).tokensExpire).toBeNull();
});

test('a refresh token that is not replaced stays, one that is gives way', () => {
  const previous = { access_token: 'a', refresh_token: 'first' };
  const stored = (response: { access_token: string; refresh_token?: string }) =>
    openGrant(sealing, client, sealGrant(sealing, client, response, previous).tokens);
  expect(stored({ access_token: 'b' })).toEqual({ access_token: 'b', refresh_token: 'first' });
  expect(stored({ access_token: 'b', refresh_token: 'second' })).toEqual({
    access_token: 'b',
    refresh_token: 'second',
  });
});
