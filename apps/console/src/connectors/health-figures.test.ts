import { expect, test } from '@jest/globals';
import type { HourOfInstance } from '../api/connectors.js';
import { healthFigures, healthPoints } from './health-figures.js';

const hour = (given: Partial<HourOfInstance>): HourOfInstance => ({
  from: '2026-11-23T12:00:00Z',
  polls: 0,
  failed_polls: 0,
  late_polls: 0,
  max_lateness_seconds: 0,
  mean_duration_seconds: 0,
  max_duration_seconds: 0,
  ...given,
});

test('figures weigh hours by their polls', () => {
  const hours = [
    hour({ polls: 3, failed_polls: 1, mean_duration_seconds: 0.1, max_duration_seconds: 0.4 }),
    hour({}),
    hour({ polls: 1, late_polls: 1, mean_duration_seconds: 2.1, max_duration_seconds: 2.1 }),
  ];
  expect(healthFigures(hours)).toMatchObject({
    polls: 4,
    failed: 1,
    late: 1,
    success: '75 %',
    mean: '600 ms',
    longest: '2.1 s',
  });
  expect(healthFigures([hour({})])).toBeUndefined();
});

test('a failure among many polls is not hidden by rounding', () => {
  expect(healthFigures([hour({ polls: 1_000_000, failed_polls: 1 })])!.success).toBe('99.9 %');
  expect(healthFigures([hour({ polls: 1_000_000 })])!.success).toBe('100 %');
});

test('hours without polls leave gaps', () => {
  expect(healthPoints([hour({}), hour({ polls: 2, failed_polls: 1 })])).toMatchObject([
    { succeeded: 0, failed: 0, mean: null, lateness: null },
    { succeeded: 1, failed: 1, mean: 0, lateness: 0 },
  ]);
});
