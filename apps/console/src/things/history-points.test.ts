import { expect, test } from '@jest/globals';
import { chartPoints, sharesOf } from './history-points.js';

const interval = (minute: number, members: object) => ({
  start: new Date(Date.UTC(2026, 10, 23, 12, minute)).toISOString(),
  end: new Date(Date.UTC(2026, 10, 23, 12, minute + 1)).toISOString(),
  coverage: 1,
  ...members,
});

test('an interval without values is a gap', () => {
  const points = chartPoints([interval(0, { mean: 20 }), interval(1, { coverage: 0 })], 1);
  expect(points.map(({ value }) => value)).toEqual([20, null]);
});

test('shares of intervals are weighted by their coverage', () => {
  const intervals = [
    interval(0, { shares: [{ value: true, share: 1 }] }),
    interval(1, {
      coverage: 0.5,
      shares: [
        { value: true, share: 0.5 },
        { value: false, share: 0.5 },
      ],
    }),
    interval(2, { coverage: 0 }),
  ];
  const [most, least] = sharesOf(intervals);
  expect(most).toMatchObject({ value: true });
  expect(most!.share).toBeCloseTo(1.25 / 1.5);
  expect(least).toMatchObject({ value: false });
});
