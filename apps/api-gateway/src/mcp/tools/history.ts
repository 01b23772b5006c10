import { z } from 'zod';
import type { historicInterval } from '../../history/resource.js';
import { anyValue, shortValue, thingId } from '../members.js';
import { tool, type Tool } from '../tool.js';
import type { ThingResource } from '../../things/resource.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Default intervals, each with the longest time range for which it is used. */
const intervals: [upToMs: number, interval: string][] = [
  [hourMs, 'PT2M'],
  [6 * hourMs, 'PT15M'],
  [2 * dayMs, 'PT1H'],
  [8 * dayMs, 'PT6H'],
  [45 * dayMs, 'P1D'],
  [366 * dayMs, 'P7D'],
];
const longestInterval = 'P1M';

const maxShown = 100;

const instant = z.iso.datetime({ offset: true }).optional();

const interval = z.object({
  start: z.string(),
  coverage: z.number().describe('The share of the interval in which the value was known, 0 to 1.'),
  min: z.number().optional(),
  max: z.number().optional(),
  mean: z.number().optional(),
  last: anyValue.optional(),
});

export const historyTools: Tool[] = [
  tool({
    name: 'read_history',
    title: 'Look back at a property',
    description:
      'What the values of a property of a thing were, in intervals: minimum, maximum, mean by time, and the last one. ' +
      'The last day by default. Intervals without a known value are left out.',
    access: 'svc.things.read',
    effect: 'reads',
    input: z.strictObject({
      thing: thingId,
      property: z.string().describe('A name from read_thing.'),
      from: instant.describe('A day before `to` by default.'),
      to: instant.describe('Now by default.'),
      interval: z
        .string()
        .optional()
        .describe('ISO 8601, such as PT15M or P1D; fitting by default.'),
      timezone: z.string().optional().describe('For days: such as Europe/Berlin; UTC by default.'),
    }),
    output: z.object({
      unit: z.string().optional(),
      interval: z.string(),
      intervals: z.array(interval),
      truncated: z.string().optional(),
    }),
    async run({ callOperation }, { thing, property, timezone, ...range }) {
      const chosen = range.interval ?? intervalFor(range);
      const [history, { body }] = await Promise.all([
        callOperation('getPropertyHistory', {
          params: { id: thing, name: property },
          query: { ...range, timezone, interval: chosen, aggregate: 'min,max,mean,last' },
        }),
        callOperation('getThing', { params: { id: thing } }),
      ]);
      const { properties } = body as ThingResource;
      const unit = Object.hasOwn(properties, property) ? properties[property]!.unit : undefined;
      const known = (history.body as z.output<typeof historicInterval>[]).filter(
        ({ coverage }) => coverage > 0,
      );
      const left = known.length - maxShown;
      return {
        ...(unit !== undefined && { unit }),
        interval: chosen,
        intervals: known.slice(-maxShown).map(toShown),
        ...(left > 0 && {
          truncated: `The first ${left} intervals are left out: ask for a shorter time or longer intervals.`,
        }),
      };
    },
  }),
];

function intervalFor({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  const end = to === undefined ? Date.now() : Date.parse(to);
  const lastsMs = from === undefined ? dayMs : end - Date.parse(from);
  return intervals.find(([upToMs]) => lastsMs <= upToMs)?.[1] ?? longestInterval;
}

const toShown = ({ start, coverage, min, max, mean, last }: z.output<typeof historicInterval>) => ({
  start,
  coverage: rounded(coverage),
  min,
  max,
  ...(mean !== undefined && { mean: rounded(mean) }),
  ...(last !== undefined && { last: shortValue(last) }),
});

const rounded = (number: number): number => Number(number.toPrecision(6));
