import { expect, test } from '@jest/globals';
import { TrellisConnectionError, TrellisProblem } from './problem.js';
import { retryDelayMs } from './retry.js';

const lost = new TrellisConnectionError('');
const busy = (retryAfter: string) =>
  new TrellisProblem({ status: 429, headers: new Headers({ 'retry-after': retryAfter }) });

test('delays double up to half a minute, and are random', () => {
  const longest = [1, 2, 3, 7, 1_000].map((attempts) => retryDelayMs(lost, attempts, 1));
  expect(longest).toEqual([500, 1000, 2000, 30_000, 30_000]);
  expect(retryDelayMs(lost, 3, 0.5)).toBe(1000);
});

test('Retry-After is waited for, in seconds or until a date', () => {
  expect(retryDelayMs(busy('7'), 1, 0)).toBe(7000);
  expect(retryDelayMs(busy(new Date(Date.now() - 5000).toUTCString()), 1, 0)).toBe(0);
  const inAnHour = retryDelayMs(busy(new Date(Date.now() + 3_600_000).toUTCString()), 1, 0);
  expect(Math.abs(inAnHour - 3_600_000)).toBeLessThan(60_000);
  expect(retryDelayMs(busy('soon'), 1, 0)).toBe(0);
});
