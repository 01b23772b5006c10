import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startMaintenance } from './maintenance.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('maintenance tasks run at once and then every minute, until they are stopped', async () => {
  const runs: string[] = [];
  const tasks = { one: async () => void runs.push('one'), two: async () => void runs.push('two') };
  const stop = startMaintenance(tasks, { warn: () => undefined });
  expect(runs).toEqual(['one', 'two']);
  jest.advanceTimersByTime(59_999);
  expect(runs).toEqual(['one', 'two']);
  jest.advanceTimersByTime(1);
  expect(runs).toEqual(['one', 'two', 'one', 'two']);
  stop();
  jest.advanceTimersByTime(600_000);
  expect(runs).toEqual(['one', 'two', 'one', 'two']);
});

test('a task that fails is logged, runs again, and stops no other', async () => {
  const error = new Error('The database is down.');
  const warnings: unknown[][] = [];
  let runs = 0;
  const tasks = { failing: () => Promise.reject(error), other: async () => void (runs += 1) };
  const stop = startMaintenance(tasks, {
    warn: (...warning: unknown[]) => void warnings.push(warning),
  });
  await jest.advanceTimersByTimeAsync(60_000);
  stop();
  const warning = [{ err: error, task: 'failing' }, 'maintenance task failed'];
  expect(warnings).toEqual([warning, warning]);
  expect(runs).toBe(2);
});
