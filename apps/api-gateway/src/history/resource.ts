import { anyJson, type IntervalOfValues, type PeriodOfValue } from '@trellis/contracts';
import { z } from 'zod';
import type { Aggregate } from './query.js';
import { reference } from '../resources/reference.js';

const time = z.iso.datetime();

export const historicValue = z
  .object({
    time: time.describe('When the property came to have the value.'),
    until: time.optional().describe('When it had it no more; left out while it has it.'),
    value: anyJson.optional().describe('The value; left out of a time in which it was not known.'),
  })
  .meta({ id: 'HistoricValue' });

/** The aggregates of the values of an interval. */
export const historicInterval = z
  .object({
    start: time,
    end: time,
    coverage: z
      .number()
      .describe('The share of the interval in which the value was known, 0 to 1.'),
    count: z.int().optional().describe('How many values began in the interval.'),
    min: z.number().optional(),
    max: z.number().optional(),
    mean: z.number().optional().describe('Weighted by time.'),
    last: anyJson.optional().describe('The value that was known last in the interval.'),
    shares: z
      .array(z.object({ value: anyJson, share: z.number() }))
      .optional()
      .describe('The shares of values other than numbers of the time that is known.'),
  })
  .meta({ id: 'HistoricInterval' });

export const historicSeries = z
  .object({ thing: reference, intervals: z.array(historicInterval) })
  .meta({ id: 'HistoricSeries' });

const toTime = (ms: number): string => new Date(ms).toISOString();

export const historicValueToJson = ({
  since,
  until,
  ...rest
}: PeriodOfValue): z.output<typeof historicValue> => ({
  time: toTime(since),
  ...(until !== undefined && { until: toTime(until) }),
  ...rest,
});

export function historicIntervalToJson(
  { start, end, coverage, ...computed }: IntervalOfValues,
  aggregates: readonly Aggregate[] | undefined,
): z.output<typeof historicInterval> {
  const requested = Object.entries(computed).filter(
    ([name]) => !aggregates || aggregates.includes(name as Aggregate),
  );
  return { start: toTime(start), end: toTime(end), coverage, ...Object.fromEntries(requested) };
}
