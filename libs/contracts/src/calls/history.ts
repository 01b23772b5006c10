import { z } from 'zod';
import { caller, onResource, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { anyJson } from '../text.js';

/** Milliseconds since the epoch. */
const instant = z.number().int();

/** The maximum number of intervals of a series, and of all series of a call. */
export const maxIntervals = 1_000;
export const maxIntervalsOfAll = 5_000;

export const maxSeries = 20;

/** A value and the period for which the thing had it; without `value` nothing is known of the period. */
export const periodOfValue = z.object({
  since: instant,
  /** Left out of the current period. */
  until: instant.optional(),
  value: anyJson.optional(),
});
export type PeriodOfValue = z.infer<typeof periodOfValue>;

/** A summary of the values of a property in an interval. */
export const intervalOfValues = z.object({
  start: instant,
  end: instant,
  /** The share of the interval in which the value was known, 0 to 1. */
  coverage: z.number(),
  count: z.number().int(),
  /** For numbers; the mean is weighted by duration. */
  min: z.number().optional(),
  max: z.number().optional(),
  mean: z.number().optional(),
  last: anyJson.optional(),
  /** Values other than numbers, with their shares of the time that is known. */
  shares: z.array(z.object({ value: anyJson, share: z.number() })).optional(),
});
export type IntervalOfValues = z.infer<typeof intervalOfValues>;

export const historyCalls = defineCalls({
  /**
   * Reads the values of a property from `from` to `to`, as periods without gaps between them. A page may be short; `next`
   * is the instant to continue from (as `from`, or as `to` if `descending`).
   */
  'history.values': {
    input: onResource.extend({
      name: z.string(),
      from: instant,
      to: instant,
      descending: z.boolean(),
      limit: z.number().int().min(1).max(1_000),
    }),
    output: z.object({ items: z.array(periodOfValue), next: instant.optional() }),
  },
  /**
   * Summarizes a property of several things in the intervals between the ascending `edges`. Things that the caller does
   * not see, or that have no such readable property, are left out.
   */
  'history.intervals': {
    input: z.object({
      caller,
      ids: z.array(z.string()).min(1).max(maxSeries),
      name: z.string(),
      edges: z
        .array(instant)
        .min(2)
        .max(maxIntervals + 1),
    }),
    output: z.object({
      series: z.array(z.object({ id: uuid, intervals: z.array(intervalOfValues) })),
    }),
    timeoutMs: 6_000,
    problems: ['rate_limited'],
  },
});
