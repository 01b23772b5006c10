import { expect, test } from '@jest/globals';
import { Pace } from './report-buffer.js';

test('a client that speaks all the time waits after a burst, until it was quiet for a while', () => {
  const pace = new Pace({ burst: 3, intervalMs: 100 });
  expect([0, 0, 0].map((now) => pace.count(now))).toEqual([0, 0, 0]);
  expect(pace.count(0)).toBe(100);
  expect(pace.count(100)).toBe(100);
  expect(pace.count(10_000)).toBe(0);
});

test('a client that speaks less often than the interval never waits', () => {
  const pace = new Pace({ burst: 1, intervalMs: 100 });
  const instants = Array.from({ length: 20 }, (_, n) => n * 101);
  expect(instants.map((now) => pace.count(now))).toEqual(instants.map(() => 0));
});
