import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Unauthorized, Unavailable } from '../failure.js';
import { statusFailure } from './refused.js';
import { requestedWaitMs, saysTooMany, waitOf } from './wait.js';

const now = Date.UTC(2026, 0, 31);
const inSeconds = (seconds: number) => Math.round(now / 1000 + seconds);

test.each([
  [{ 'retry-after': '7', 'ratelimit-reset': '99' }, 7_000],
  [{ ratelimit: '"default";r=0;t=50' }, 50_000],
  [{ ratelimit: 'limit=100, remaining=0, reset=50' }, 50_000],
  [{ 'ratelimit-reset': '30' }, 30_000],
  [{ 'x-ratelimit-reset': String(inSeconds(60)) }, 60_000],
  [{ 'x-ratelimit-reset': String(inSeconds(60) * 1000) }, 60_000],
  [{ 'x-rate-limit-reset': new Date(now + 5_000).toISOString() }, 5_000],
  [{ 'x-ratelimit-reset-after': '1.5' }, 1_500],
  [{ 'x-ratelimit-remaining': '0' }, undefined],
  [{}, undefined],
])('the headers %j demand a wait of %s ms', (headers, expected) => {
  expect(requestedWaitMs(headers, now)).toBe(expected);
});

test.each([
  ['Out of call volume quota. Quota will be replenished in 2.05:57:53.', 194_273_000],
  ['Rate limit is exceeded. Try again in 30 seconds.', 30_000],
  ['10 requests per 1 minute. Wait for about 2.5 hours.', 9_000_000],
  ['60', 60_000],
  [60, 60_000],
  ['soon', undefined],
  [null, undefined],
  [-1, undefined],
])('%j says to wait %s ms', (value, expected) => {
  expect(waitOf(value, now)).toBe(expected);
});

test.each([
  ['Too many requests, please check your error handling and backoff logic', true],
  ['{"statusCode":403,"message":"Out of call volume quota."}', true],
  ['API rate limit exceeded', true],
  ['Daily quota was exceeded', true],
  ['You may not read this device', false],
])('403 with %j means too many requests: %s', (text, isLimited) => {
  const url = new URL('http://api.test/');
  const failure = statusFailure({ status: 403, headers: {}, text }, url);
  expect(failure).toBeInstanceOf(isLimited ? Unavailable : Unauthorized);
  expect(failure.facts.cause).toBe(isLimited ? 'rate_limited' : 'forbidden');
});

test('a text of any form is read in little time', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.integer({ min: 1, max: 2_000 }),
      (text, times) => {
        const startedAt = performance.now();
        const wait = waitOf(text.repeat(times));
        saysTooMany(text.repeat(times));
        expect(wait === undefined || wait >= 0).toBe(true);
        expect(performance.now() - startedAt).toBeLessThan(1_000);
      },
    ),
  );
});
