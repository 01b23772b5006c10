import { expect, test } from '@jest/globals';
import { untilNextPoll } from './schedule.js';

const minute = 60_000;

test('the polls of a client come at its own place within the interval', () => {
  const at = (now: number) => now + untilNextPoll('client', minute, 0, now);
  const first = at(1_000_000);
  expect(at(first)).toBe(first + minute);
  expect(at(first + 500)).toBe(first + minute);
});

test('clients with the same interval are spread over it', () => {
  const pauses = Array.from({ length: 1000 }, (_, index) =>
    untilNextPoll(`client-${index}`, minute, 0, 0),
  );
  const inFirstHalf = pauses.filter((pause) => pause <= minute / 2).length;
  expect(inFirstHalf).toBeGreaterThan(400);
  expect(inFirstHalf).toBeLessThan(600);
});

test('the pauses of a client that fails grow, up to a quarter of an hour', () => {
  const pauses = [1, 2, 3, 20].map((failures) => untilNextPoll('client', 1_000, failures));
  expect(pauses).toEqual([5_000, 10_000, 20_000, 15 * minute]);
});

test('a client that fails is not polled more often than one that does not', () => {
  expect(untilNextPoll('client', 60 * minute, 9)).toBe(60 * minute);
});
