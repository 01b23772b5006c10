import type { Interval } from '../api/things.js';

interface ChartPoint {
  time: string;
  /** Null leaves a gap in the line. */
  value: number | null;
}

/** Hides rounding errors of means, such as 100.00000000000001. */
const significantDigits = 9;

const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export function chartPoints(intervals: Interval[], hours: number): ChartPoint[] {
  const format = hours > 24 ? dayAndTime : timeOfDay;
  return intervals.map(({ start, mean }) => ({
    time: format.format(new Date(start)),
    value: mean == null ? null : Number(mean.toPrecision(significantDigits)),
  }));
}

/** Returns the share of the known time for each value, longest first. */
export function sharesOf(intervals: Interval[]): { value: unknown; share: number }[] {
  const known = new Map<string, number>();
  let total = 0;
  for (const { start, end, coverage, shares } of intervals) {
    const length = (Date.parse(end) - Date.parse(start)) * coverage;
    for (const { value, share } of shares ?? []) {
      const key = JSON.stringify(value);
      known.set(key, (known.get(key) ?? 0) + share * length);
      total += share * length;
    }
  }
  return [...known]
    .map(([key, length]) => ({ value: JSON.parse(key) as unknown, share: length / total }))
    .sort((a, b) => b.share - a.share);
}
