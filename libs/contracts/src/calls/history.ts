import { z } from 'zod';
import { caller, onResource, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { anyJson } from '../text.js';

/** Milliseconds since the epoch. */
const instant = z.number().int();

/** The most intervals of a series, and of all series of a call. */
export const maxIntervals = 1_000;
export const maxIntervalsOfAll = 5_000;

/** The most things of a call. */
export const maxSeries = 20;

/** A value, and for how long the thing had it; without `value` nothing is known of that time. */
export const periodOfValue = z.object({
  since: instant,
  /** Left out of what is still so. */
  until: instant.optional(),
  value: anyJson.optional(),
});
export type PeriodOfValue = z.infer<typeof periodOfValue>;

/** What is known of a property in an interval. */
export const intervalOfValues = z.object({
  start: instant,
  end: instant,
  /** The share of the interval in which the value was known, 0 to 1. */
  coverage: z.number(),
  /** How many values began in it. */
  count: z.number().int(),
  /** Of the numbers; the mean is weighted by how long the thing had each of them. */
  min: z.number().optional(),
  max: z.number().optional(),
  mean: z.number().optional(),
  /** The value at the end, or before nothing was known any more. */
  last: anyJson.optional(),
  /** Which values other than numbers the thing had, and for which share of the time that is known. */
  shares: z.array(z.object({ value: anyJson, share: z.number() })).optional(),
});
export type IntervalOfValues = z.infer<typeof intervalOfValues>;

export const historyCalls = defineCalls({
  /**
   * The values of a property of a thing from `from` to `to`, without holes. The page may be short; `next` is the
   * instant to go on from (as `from`, or as `to` with `descending`).
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
   * What is known of a property of several things in the intervals between `edges`, which ascend. Things that the
   * caller does not see, or that have no such property to read, are left out.
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
