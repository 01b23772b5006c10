import { expect, test } from '@jest/globals';
import { TrellisConnectionError, TrellisProblem } from './problem.js';
import { isTemporary, retryDelayMs } from './retry.js';

const lost = new TrellisConnectionError('');
const busy = (retryAfter: string) =>
  new TrellisProblem({ status: 429, headers: new Headers({ 'retry-after': retryAfter }) });

test.each([
  [502, { type: '/problems#outcome_unknown' }, false],
  [502, { type: '/problems#remote_unauthorized', remedy: 'reauthorize' }, false],
  [502, { type: '/problems#remote_misconfigured', remedy: 'fix-configuration' }, false],
  [502, undefined, true],
  [503, { type: '/problems#unavailable', remedy: 'retry' }, true],
  [504, { type: '/problems#timeout', remedy: 'retry' }, true],
  [500, { type: '/problems#removal_failed', remedy: 'retry' }, false],
  [429, { type: '/problems#rate_limited', remedy: 'retry' }, true],
] as const)('a %i of %j is temporary: %j', (status, document, expected) => {
  const problem = new TrellisProblem({ status, headers: new Headers() }, document);
  expect(isTemporary(problem)).toBe(expected);
});

test('delays double up to 30 seconds, with jitter', () => {
  const longest = [1, 2, 3, 7, 1_000].map((attempts) => retryDelayMs(lost, attempts, 1));
  expect(longest).toEqual([500, 1000, 2000, 30_000, 30_000]);
  expect(retryDelayMs(lost, 3, 0.5)).toBe(1000);
});

test('Retry-After is respected, in seconds or as a date', () => {
  expect(retryDelayMs(busy('7'), 1, 0)).toBe(7000);
  expect(retryDelayMs(busy(new Date(Date.now() - 5000).toUTCString()), 1, 0)).toBe(0);
  const inAnHour = retryDelayMs(busy(new Date(Date.now() + 3_600_000).toUTCString()), 1, 0);
  expect(Math.abs(inAnHour - 3_600_000)).toBeLessThan(60_000);
  expect(retryDelayMs(busy('soon'), 1, 0)).toBe(0);
});
