import { expect, test } from '@jest/globals';
import { countPolls, sumOf, type Poll } from './polls.js';

/** Polls that begin at these times and take 10 ms each. */
const at = (...times: number[]): Poll[] =>
  times.map((beganAt) => ({ beganAt, endedAt: beganAt + 10 }));
const watch = { client: 7, intervalMs: 1_000, from: 100, to: 5_000, dueAt: 1_000 };

test('polls that are late are counted as long as they begin before the next one is due', () => {
  expect(countPolls(at(0, 1_000, 2_700, 3_000, 4_010), watch)).toEqual({
    due: 4,
    missed: [],
    longestGapMs: 1_700,
    overlaps: 0,
  });
});

test('a poll that did not begin before the next one was due is missed', () => {
  const missed = [{ client: 7, previousAt: 1_050, dueAt: 2_000, nextAt: 3_100 }];
  expect(countPolls(at(0, 1_050, 3_100, 4_000), watch)).toMatchObject({ due: 4, missed });
  const all = countPolls(at(0), watch);
  expect(all).toMatchObject({ due: 4, longestGapMs: 5_000 });
  expect(all.missed.map(({ dueAt, nextAt }) => [dueAt, nextAt])).toEqual([
    [1_000, 5_000],
    [2_000, 5_000],
    [3_000, 5_000],
    [4_000, 5_000],
  ]);
});

test('a poll that was late before the watch makes those that are on time neither late nor early', () => {
  const polls = at(700, 1_000, 2_500, 3_000, 4_500);
  expect(countPolls(polls, { ...watch, from: 800 })).toMatchObject({ due: 4, missed: [] });
});

test('another poll in the same interval makes up for none that was missed', () => {
  const { missed } = countPolls(at(0, 1_000, 1_100, 3_000, 4_000), watch);
  expect(missed.map(({ dueAt }) => dueAt)).toEqual([2_000]);
});

test('a poll that begins before another one of its client has ended overlaps it', () => {
  const hanging: Poll = { beganAt: 1_000, endedAt: undefined };
  const polls = [...at(0), hanging, ...at(2_000, 3_000, 4_000)];
  expect(countPolls(polls, watch)).toMatchObject({ overlaps: 3, missed: [] });
});

test('a client without polls before the watch is a mistake of the drill', () => {
  expect(() => countPolls(at(1_000), watch)).toThrow('had not been polled');
});

test('the counts of several clients are added up', () => {
  const missed = [{ client: 7, previousAt: 0, dueAt: 1_000, nextAt: 2_000 }];
  const one = { due: 4, missed, longestGapMs: 100, overlaps: 0 };
  const other = { due: 3, missed: [], longestGapMs: 200, overlaps: 1 };
  expect(sumOf([one, other])).toEqual({ due: 7, missed, longestGapMs: 200, overlaps: 1 });
});
