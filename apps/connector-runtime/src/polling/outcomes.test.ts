import { expect, test } from '@jest/globals';
import { Misconfigured, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { Prisma } from '../generated/prisma/client.js';
import { Overloaded } from '../limits/bulkhead.js';
import { Throttled } from '../limits/rates.js';
import { NotPublished } from './failure.js';
import { classify, delays, outcomes, type ResultClass } from './outcomes.js';

const usual = { isStopping: false, hasStalled: false };
const databaseError = (code: string) =>
  new Prisma.PrismaClientKnownRequestError('It failed.', { code, clientVersion: '' });

test.each<[Error, ResultClass]>([
  [new Unavailable('It is away.'), 'failed'],
  [new Unauthorized('It refuses.'), 'failed'],
  [new Misconfigured('It cannot work.'), 'failed'],
  [new TypeError('A bug of the connector.'), 'failed'],
  [new Throttled('Too many requests.'), 'throttled'],
  [new Overloaded('Too many are slow.'), 'overloaded'],
  [new Problem('timeout', 'units did not answer in time.'), 'outage'],
  [databaseError('P2028'), 'outage'],
  [new NotPublished('A bug of ours.'), 'fault'],
  [new Problem('creator_removed', 'Removed.'), 'refused'],
  [databaseError('P2025'), 'removed'],
])('a poll that ends with %s is classified as %s', (error, expected) => {
  expect(classify(error, usual)).toBe(expected);
});

test('a failure while the process stood still is not blamed on the device, nor one while it stops', () => {
  const error = new Unavailable('It is away.');
  expect(classify(error, { ...usual, hasStalled: true })).toBe('stalled');
  expect(classify(error, { ...usual, isStopping: true })).toBe('stopping');
  const refusal = new Unavailable('It demands a pause.', { cause: 'rate_limited', status: 429 });
  expect(classify(refusal, { ...usual, hasStalled: true })).toBe('failed');
});

test('only successes and failures change the status, and count as activity', () => {
  for (const [name, { record, isActivity }] of Object.entries(outcomes)) {
    const isAnswer = name === 'succeeded' || name === 'failed';
    expect([name, isActivity]).toEqual([name, isAnswer]);
    expect([name, record === 'success' || record === 'failure']).toEqual([name, isAnswer]);
  }
});

const hourMs = 60 * 60_000;
const client = '01920000-0000-7000-8000-000000000001';

test.each([
  ['now', undefined, 0, 0],
  ['soon', undefined, 5_000, 15_000],
  ['interval', undefined, 0, hourMs],
  ['retryAfter', new Throttled('Wait.', { retryAfterMs: 700 }), 700, 700],
  ['retryAfter', new Throttled('Wait.'), hourMs, hourMs],
  ['backoff', new Unavailable('Wait.', { retryAfterMs: 48 * hourMs }), 24 * hourMs, 24 * hourMs],
  ['backoff', new Unavailable('Wait.', { retryAfterMs: 1 }), hourMs / 2, 2 * hourMs],
] as const)('the delay %s after %s is between %i and %i ms', (next, error, least, most) => {
  const delayMs = delays[next]({ client, intervalMs: hourMs, failures: 1, error });
  expect(delayMs).toBeGreaterThanOrEqual(least);
  expect(delayMs).toBeLessThanOrEqual(most);
});

test.each([
  ['rate_limited', 30, 30],
  ['rate_limited', 48 * 60, 60],
  ['server_error', 30, 0],
] as const)(
  'a poll of which a part is %s for %i minutes is repeated after %i at the earliest',
  (cause, retryAfter, minutes) => {
    const failure = new Unavailable('Wait.', { cause, retryAfterMs: retryAfter * 60_000 });
    const problems = [{ failure }, { device: 'one', failure: new Unavailable('Gone.') }];
    const delayMs = delays.interval({ client, intervalMs: 1_000, failures: 0, problems });
    expect(Math.floor(delayMs / 60_000)).toBe(minutes);
  },
);
