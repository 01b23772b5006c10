import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { repeat, startMaintenance } from './maintenance.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const log = { warn: () => undefined };
const readTime = async () => ({ now: new Date(), mayPurge: true });

test('maintenance tasks run at once and then every minute, until they are stopped', async () => {
  const runs: string[] = [];
  const tasks = { one: async () => void runs.push('one'), two: async () => void runs.push('two') };
  const stop = startMaintenance({ tasks, purges: {}, readTime, log });
  await jest.advanceTimersByTimeAsync(59_999);
  expect(runs).toEqual(['one', 'two']);
  await jest.advanceTimersByTimeAsync(1);
  expect(runs).toEqual(['one', 'two', 'one', 'two']);
  stop();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(runs).toEqual(['one', 'two', 'one', 'two']);
});

test('purges get the time that was read, and do not run while nothing may be purged', async () => {
  const runs: unknown[] = [];
  let mayPurge = true;
  const stop = startMaintenance({
    tasks: { task: async ({ now }) => void runs.push(['task', now]) },
    purges: { purge: async ({ now }) => void runs.push(['purge', now]) },
    readTime: async () => ({ now: new Date(0), mayPurge }),
    log,
  });
  await jest.advanceTimersByTimeAsync(0);
  mayPurge = false;
  await jest.advanceTimersByTimeAsync(60_000);
  stop();
  const [task, purge] = ['task', 'purge'].map((name) => [name, new Date(0)]);
  expect(runs).toEqual([task, purge, task]);
});

test('nothing runs while the time cannot be read, which is logged', async () => {
  const error = new Error('The database is down.');
  const warnings: unknown[][] = [];
  const run = jest.fn(async () => undefined);
  const stop = startMaintenance({
    tasks: { run },
    purges: { run },
    readTime: () => Promise.reject(error),
    log: { warn: (...warning: unknown[]) => void warnings.push(warning) },
  });
  await jest.advanceTimersByTimeAsync(0);
  stop();
  expect(warnings).toEqual([[{ err: error, task: 'clock' }, 'maintenance task failed']]);
  expect(run).not.toHaveBeenCalled();
});

test('a task that fails is logged, runs again, and stops no other', async () => {
  const error = new Error('The database is down.');
  const warnings: unknown[][] = [];
  let runs = 0;
  const tasks = { failing: () => Promise.reject(error), other: async () => void (runs += 1) };
  const stop = startMaintenance({
    tasks,
    purges: {},
    readTime,
    log: { warn: (...warning: unknown[]) => void warnings.push(warning) },
  });
  await jest.advanceTimersByTimeAsync(60_000);
  stop();
  const warning = [{ err: error, task: 'failing' }, 'maintenance task failed'];
  expect(warnings).toEqual([warning, warning]);
  expect(runs).toBe(2);
});

test('a task that takes longer than its interval does not run twice at once', async () => {
  const ends: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => void ends.push(resolve));
  const stop = repeat('slow', run, { intervalMs: 1_000, log });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(ends).toHaveLength(2);
  stop();
});
