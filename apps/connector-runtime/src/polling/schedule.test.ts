import { expect, test } from '@jest/globals';
import { intervalOf, untilNextPollMs } from './schedule.js';

const minuteMs = 60_000;

test('no client is polled more often than once a second', () => {
  expect(intervalOf({ interval_ms: 1 })).toBe(1_000);
  expect(intervalOf({ interval_ms: 999 })).toBe(1_000);
  expect(intervalOf({ interval_ms: 1_001 })).toBe(1_001);
});

test('the polls of a client come at its own offset within the interval', () => {
  const next = (now: number) =>
    now + untilNextPollMs('client', { intervalMs: minuteMs, failures: 0 }, now);
  const first = next(1_000_000);
  expect(next(first)).toBe(first + minuteMs);
  expect(next(first + 500)).toBe(first + minuteMs);
});

test('clients with the same interval are spread over it', () => {
  const delays = Array.from({ length: 1000 }, (_, index) =>
    untilNextPollMs(`client-${index}`, { intervalMs: minuteMs, failures: 0 }, 0),
  );
  const inFirstHalf = delays.filter((delayMs) => delayMs <= minuteMs / 2).length;
  expect(inFirstHalf).toBeGreaterThan(400);
  expect(inFirstHalf).toBeLessThan(600);
});

test('the delays of a client that fails grow, up to a quarter of an hour', () => {
  const delays = [1, 2, 3, 20].map((failures) =>
    untilNextPollMs('client', { intervalMs: 1_000, failures }),
  );
  expect(delays).toEqual([5_000, 10_000, 20_000, 15 * minuteMs]);
});

test('a client that fails is not polled more often than one that does not', () => {
  const delayMs = untilNextPollMs('client', { intervalMs: 60 * minuteMs, failures: 9 });
  expect(delayMs).toBe(60 * minuteMs);
});
