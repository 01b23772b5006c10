import { maxIntervals, maxIntervalsOfAll, maxSeries, text } from '@trellis/contracts';
import { z } from 'zod';
import { pageQuery, invalidMember } from '@trellis/operations';
import { canonicalZone, edgesOf, parseInterval } from './edges.js';

const dayMs = 24 * 60 * 60_000;

const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => Date.parse(time))
  .pipe(z.number().min(0, 'Must not be before 1970.'))
  .optional();

const parsed = <T>(parse: (text: string) => T | undefined, message: string) =>
  z
    .string()
    .max(64)
    .transform((given, context) => {
      const found = parse(given);
      if (found === undefined) context.addIssue({ code: 'custom', message });
      return found ?? z.NEVER;
    });

const interval = parsed(
  parseInterval,
  'Must be an ISO 8601 duration: whole hours, minutes and seconds up to PT24H, or days, weeks, months or years ' +
    'such as P1D.',
);

const aggregates = ['min', 'max', 'mean', 'last', 'count', 'shares'] as const;
export type Aggregate = (typeof aggregates)[number];

const range = {
  from: instant.meta({
    description: 'The first instant; a day before `to` by default.',
    type: 'string',
  }),
  to: instant.meta({
    description: 'The instant after the last; now by default, and at the latest.',
    type: 'string',
  }),
};

const division = {
  timezone: parsed(
    canonicalZone,
    'Must be a time zone of the IANA database, such as Europe/Berlin.',
  )
    .optional()
    .meta({
      description: 'By whose midnights intervals are counted; UTC by default.',
      type: 'string',
    }),
  aggregate: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(aggregates)))
    .optional()
    .meta({
      type: 'string',
      description: `What is computed of intervals, all by default: ${aggregates.join(', ')}.`,
    }),
};

const intervalMeta = {
  type: 'string',
  description: 'ISO 8601 duration of the intervals, such as PT15M or P1D.',
} as const;

const onlyOfIntervals = ['timezone', 'aggregate'] as const;
const onlyOfValues = ['limit', 'cursor', 'order'] as const;

/** The query for one property: its values, or, with an `interval`, their aggregates. */
export const historyQuery = z
  .strictObject({
    ...range,
    interval: interval.optional().meta({
      ...intervalMeta,
      description: `${intervalMeta.description} Without it the values themselves are read.`,
    }),
    ...division,
    order: z.enum(['asc', 'desc']).optional().describe('Oldest first by default.'),
    limit: pageQuery.limit.describe(
      'Items on a page, 1000 by default. A page may have fewer, and still a next one.',
    ),
    cursor: pageQuery.cursor,
  })
  .superRefine((query, context) => {
    const misplaced = query.interval === undefined ? onlyOfIntervals : onlyOfValues;
    const message =
      query.interval === undefined
        ? 'Needs `interval`.'
        : 'Cannot be given together with `interval`.';
    for (const name of misplaced) {
      if (query[name] !== undefined) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

/** The same of several things. */
export const historiesQuery = z.strictObject({
  thing: z
    .union([z.string().max(2_048), z.array(z.string().max(2_048)).min(1).max(maxSeries)])
    .transform((given) => [given].flat())
    .describe(`A thing; up to ${maxSeries}, each as a parameter of its own.`),
  property: text.describe('The property that is read of each of them.'),
  ...range,
  interval: interval.meta(intervalMeta),
  ...division,
});

interface Range {
  from?: number | undefined;
  to?: number | undefined;
}

const refuse = (parameter: string, detail: string) => invalidMember(`/query/${parameter}`, detail);

/** Returns the time range to read, which ends now at the latest. */
export function rangeOf({ from, to }: Range): { from: number; to: number } {
  const end = Math.min(to ?? Infinity, Date.now());
  const begin = from ?? Math.max(0, end - dayMs);
  if (begin >= end) throw refuse('from', 'Must be before `to`, and in the past.');
  return { from: begin, to: end };
}

interface Division extends Range {
  interval: NonNullable<ReturnType<typeof parseInterval>>;
  timezone?: string | undefined;
}

/** Returns the edges of the intervals in which a number of things are read. */
export function divide(
  { interval, timezone = 'UTC', ...range }: Division,
  things: number,
): number[] {
  const max = Math.min(maxIntervals, Math.floor(maxIntervalsOfAll / things));
  const edges = edgesOf({ ...rangeOf(range), interval, zone: timezone }, max);
  if (edges.length - 1 > max)
    throw refuse('interval', `Must divide the time into at most ${max} intervals.`);
  return edges;
}

/**
 * Returns the problem of a query that names a thing which the caller does not see, or a property that it does not have.
 */
export const noSuchSeries = (thing: string) =>
  refuse('thing', `There is no such thing, or it has no such property to read: ${thing}.`);
